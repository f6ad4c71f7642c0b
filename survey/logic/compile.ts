import { type Expression, SyntaxFault } from './expression.ts'
import { parse, type Use } from './parser.ts'

/** A parsed expression and the references in it. */
export interface Compiled {
  readonly expression: Expression
  /** Distinct keys whose answers it reads, in order of appearance. */
  readonly keys: readonly string[]
  /** Fields of one specific sub-section: `indexed-repeat(${field}, ${section}, …)`. */
  readonly repeats: readonly RepeatKeys[]
  /** Keys of the fields whose option labels it reads: `jr:choice-name(…, '${key}')`. */
  readonly named: readonly string[]
  /** Columns that a choice filter reads. */
  readonly columns: readonly string[]
  readonly usesSelf: boolean
  readonly usesToday: boolean
  /** `now()` outside `once()`, where it changes constantly. */
  readonly usesNow: boolean
  /** `position(..)` */
  readonly usesPosition: boolean
  /** Whether the result may differ between sub-sections, even with the same keys. */
  readonly usesOwnPlace: boolean
}

export interface RepeatKeys {
  readonly field: string
  readonly section: string
}

const known = new Map<string, Compiled | SyntaxFault>()
const cacheLimit = 5_000

/** Returns the compiled expression, cached by source text. */
export function compile(source: string, use: Use = 'rule'): Compiled | SyntaxFault {
  const id = `${use} ${source}`
  const before = known.get(id)
  if (before) return before
  const compiled = read(source, use)
  if (known.size >= cacheLimit) known.clear()
  if (source.length <= 1_000) known.set(id, compiled)
  return compiled
}

function read(source: string, use: Use): Compiled | SyntaxFault {
  try {
    const expression = parse(source, use)
    const parts = [...everyPart(expression)]
    const calls = new Set(parts.flatMap(({ part }) => (part.kind === 'call' ? [part.name] : [])))
    const outside = parts.filter(({ inOnce }) => !inOnce).map(({ part }) => part)
    const usesSelf = parts.some(({ part }) => part.kind === 'self')
    const usesPosition = calls.has('position')
    return {
      expression,
      keys: [...new Set(parts.flatMap(({ part }) => (part.kind === 'reference' ? [part.key] : [])))],
      repeats: parts.flatMap(({ part }) => repeatIn(part)),
      named: [...new Set(parts.flatMap(({ part }) => namedIn(part)))],
      columns: [...new Set(parts.flatMap(({ part }) => (part.kind === 'column' ? [part.name] : [])))],
      usesSelf,
      usesToday: outside.some((part) => part.kind === 'call' && part.name === 'today'),
      usesNow: outside.some((part) => part.kind === 'call' && part.name === 'now'),
      usesPosition,
      usesOwnPlace: usesSelf || usesPosition || calls.has('uuid') || calls.has('random') || calls.has('once'),
    }
  } catch (error) {
    if (error instanceof SyntaxFault) return error
    throw error
  }
}

function repeatIn(part: Expression): readonly RepeatKeys[] {
  if (part.kind !== 'call' || part.name !== 'indexed-repeat') return []
  const [field, section] = part.args
  return field?.kind === 'reference' && section?.kind === 'reference'
    ? [{ field: field.key, section: section.key }]
    : []
}

function namedIn(part: Expression): readonly string[] {
  if (part.kind !== 'call' || part.name !== 'jr:choice-name') return []
  const [, field] = part.args
  return field?.kind === 'reference' ? [field.key] : []
}

interface Part {
  readonly part: Expression
  readonly inOnce: boolean
}

/** Yields every sub-expression except references that only name a field or section. */
function* everyPart(expression: Expression): Generator<Part> {
  const waiting: Part[] = [{ part: expression, inOnce: false }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    yield next
    const { part, inOnce } = next
    const inside = (parts: readonly Expression[], once = inOnce) =>
      waiting.push(...parts.map((one) => ({ part: one, inOnce: once })))
    if (part.kind === 'minus') inside([part.of])
    if (part.kind === 'operation') inside([part.right, part.left])
    if (part.kind === 'call') inside(workedOut(part).toReversed(), inOnce || part.name === 'once')
  }
}

function workedOut({ name, args }: Extract<Expression, { kind: 'call' }>): readonly Expression[] {
  if (name === 'indexed-repeat') return args.slice(2)
  return name === 'jr:choice-name' ? args.slice(0, 1) : args
}
