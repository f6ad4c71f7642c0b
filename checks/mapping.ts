/** What the code has, as `checks/specification.ts` reads it. */
export interface Known {
  /** Addresses of the app's screens. */
  readonly screens: readonly string[]
  /** 'GET /a/{id}' by every address of an endpoint, with its name. */
  readonly calls: ReadonlyMap<string, string>
  readonly endpoints: ReadonlySet<string>
  readonly sentences: ReadonlyMap<string, string>
  readonly isThere: (path: string) => boolean
  /** The text of a file that is there. */
  readonly textOf: (path: string) => string
}

interface Row {
  readonly cells: ReadonlyMap<string, string>
  readonly first: string
  readonly built: boolean
}

const notBuilt = 'not built yet'

/** What is wrong with the tables of the specification against the code. */
export function mappingFaults(text: string, known: Known): readonly string[] {
  const rows = rowsIn(text)
  const named = (column: string) => new Set(rows.flatMap((row) => namesIn(row.cells.get(column))))
  const [addresses, endpoints] = [named('address'), named('endpoint')]
  return [
    ...known.screens
      .filter((path) => !addresses.has(path))
      .map((path) => `${path}: this screen has no row; give it one, with its test.`),
    ...[...known.endpoints]
      .filter((name) => !endpoints.has(name))
      .map((name) => `${name}: this endpoint has no row; give it one, with its test.`),
    ...rows.flatMap((row) => (row.built ? builtFaults(row, known) : laterFaults(row, known))),
  ]
}

function builtFaults({ cells, first }: Row, known: Known): readonly string[] {
  const names = (column: string) => namesIn(cells.get(column))
  const files = [...names('screen'), ...names('where'), ...names('test')]
  const needed = ['address', 'call', 'endpoint', 'screen', 'where', 'key', 'test'].filter(
    (column) => cells.has(column) && names(column).length === 0,
  )
  const keys = names('key')
  const saysSo = !cells.has('sentence') || isSaid(cells.get('sentence') ?? '', keys, known.sentences)
  return [
    ...needed.map((column) => `${first}: nothing is named under '${column}'.`),
    ...names('address')
      .filter((path) => !known.screens.includes(path) && !path.startsWith('*/'))
      .map((path) => `${first}: ${path} is no screen of the app.`),
    ...names('endpoint')
      .filter((name) => !known.endpoints.has(name))
      .map((name) => `${first}: ${name} is no endpoint of the contract.`),
    ...names('call')
      .filter((call) => !names('endpoint').includes(known.calls.get(plainCall(call)) ?? ''))
      .map((call) => `${first}: ${call} is not an address of its endpoint.`),
    ...files.filter((path) => !known.isThere(path)).map((path) => `${first}: ${path} is not there.`),
    ...names('test')
      .filter((path) => !/\.test\.tsx?$/.test(path))
      .map((path) => `${first}: ${path} is no test.`),
    ...(saysSo ? [] : [`${first}: these are not the words of ${keys.join(', ')}.`]),
    ...names('test')
      .filter((path) => cells.has('sentence') && known.isThere(path))
      .filter((path) => !holds(known.textOf(path), cells.get('sentence') ?? '', keys))
      .map(
        (path) =>
          `${first}: ${path} contains neither this sentence nor its key; name a test that expects it.`,
      ),
  ]
}

/** Whoever builds it is told which row to fill in. */
function laterFaults({ cells, first }: Row, known: Known): readonly string[] {
  const sentence = cells.get('sentence') ?? ''
  const isWhole = (text: string) => (sentence.length > 12 ? text.includes(sentence) : text === sentence)
  const there =
    namesIn(cells.get('address')).some((path) => known.screens.includes(path)) ||
    namesIn(cells.get('call')).some((call) => known.calls.has(plainCall(call))) ||
    (sentence !== '' && [...known.sentences.values()].some(isWhole))
  return there ? [`${first}: it is there now; fill in its row instead of '${notBuilt}'.`] : []
}

/** `GET a/{id}` as the contract writes it, whatever the part in braces is called. */
export function plainCall(call: string): string {
  const [method = '', path = ''] = call.split(' ')
  return `${method} /${path.replace(/^\//, '').replaceAll(/\{\w+\}/g, '{}')}`
}

/** One of the keys says it, or their words one after the other; what stands in braces may be anything. */
function isSaid(sentence: string, keys: readonly string[], sentences: Known['sentences']): boolean {
  const texts = keys.map((key) => sentences.get(key))
  if (texts.includes(undefined)) return false
  return texts.some((text) => fits(sentence, text ?? '')) || fits(sentence, texts.join(' '))
}

function fits(sentence: string, text: string): boolean {
  const pattern = text
    .split(/\{[^}]*\}/)
    .map((part) => part.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&'))
    .join('.+')
  return new RegExp(`^${pattern}$`).test(sentence)
}

/** Whether a test's source has the sentence's words, those in braces aside, or the key that stands for them. */
function holds(source: string, sentence: string, keys: readonly string[]): boolean {
  if (keys.some((key) => source.includes(`'${key}'`))) return true
  const text = source.replaceAll(/\\(['"`])/g, '$1')
  const parts = sentence.split(/\{[^}]*\}/).map((part) => part.trim())
  return parts.every((part) => text.includes(part))
}

/** The tables' rows, each cell by the heading of its column. */
function rowsIn(text: string): readonly Row[] {
  const lines = text.split('\n').map((line) => line.trim())
  const rows: Row[] = []
  let heads: readonly string[] = []
  for (const [at, line] of lines.entries()) {
    const next = lines[at + 1] ?? ''
    if (!line.startsWith('|')) heads = []
    else if (isRule(next)) heads = cellsOf(line)
    else if (!isRule(line)) rows.push(rowOf(heads, cellsOf(line)))
  }
  return rows
}

function rowOf(heads: readonly string[], cells: readonly string[]): Row {
  return {
    cells: new Map(heads.map((head, at) => [head, cells[at] ?? ''])),
    first: cells[0] ?? '',
    built: cells.at(-1) !== notBuilt,
  }
}

function isRule(line: string): boolean {
  return /^\|(\s*-+\s*\|)+$/.test(line)
}

function cellsOf(line: string): readonly string[] {
  return line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim())
}

function namesIn(cell = ''): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '')
}
