/** The code's inventory, as read by `checks/specification.ts`. */
export interface Known {
  /** Addresses of the app's screens. */
  readonly screens: readonly string[]
  /** Endpoint names by 'GET /a/{id}', for every address of an endpoint. */
  readonly calls: ReadonlyMap<string, string>
  readonly endpoints: ReadonlySet<string>
  readonly sentences: ReadonlyMap<string, string>
  readonly isThere: (path: string) => boolean
  /** Returns the text of an existing file. */
  readonly textOf: (path: string) => string
}

interface Row {
  readonly cells: ReadonlyMap<string, string>
  readonly first: string
  readonly built: boolean
}

const notBuilt = 'not built yet'

/** Returns the differences between the specification's tables and the code. */
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

/** Reports rows marked as later whose subject now exists. */
function laterFaults({ cells, first }: Row, known: Known): readonly string[] {
  const sentence = cells.get('sentence') ?? ''
  const isWhole = (text: string) => (sentence.length > 12 ? text.includes(sentence) : text === sentence)
  const there =
    namesIn(cells.get('address')).some((path) => known.screens.includes(path)) ||
    namesIn(cells.get('call')).some((call) => known.calls.has(plainCall(call))) ||
    (sentence !== '' && [...known.sentences.values()].some(isWhole))
  return there ? [`${first}: it is there now; fill in its row instead of '${notBuilt}'.`] : []
}

/** Normalizes `GET a/{id}` to the contract's form, with unnamed parameters. */
export function plainCall(call: string): string {
  const [method = '', path = ''] = call.split(' ')
  return `${method} /${path.replace(/^\//, '').replaceAll(/\{\w+\}/g, '{}')}`
}

/** Whether one key's message, or all messages joined, match the sentence; placeholders match any text. */
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

/** Whether a test's source contains the sentence, apart from placeholders, or its key. */
function holds(source: string, sentence: string, keys: readonly string[]): boolean {
  if (keys.some((key) => source.includes(`'${key}'`))) return true
  const text = source.replaceAll(/\\(['"`])/g, '$1')
  const parts = sentence.split(/\{[^}]*\}/).map((part) => part.trim())
  return parts.every((part) => text.includes(part))
}

/** Returns the tables' rows, each cell by its column's heading. */
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
