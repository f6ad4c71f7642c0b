import { type Expression, SyntaxFault } from './expression.ts'
import { parse } from './parser.ts'

/** An expression, with what it looks at. */
export interface Compiled {
  readonly expression: Expression
  /** Each key once, in the order of the text. */
  readonly keys: readonly string[]
  readonly usesSelf: boolean
  readonly usesToday: boolean
}

const known = new Map<string, Compiled | SyntaxFault>()
const knownAtMost = 5_000

/** Each text is read once. */
export function compile(source: string): Compiled | SyntaxFault {
  const before = known.get(source)
  if (before) return before
  const compiled = read(source)
  if (known.size >= knownAtMost) known.clear()
  if (source.length <= 1_000) known.set(source, compiled)
  return compiled
}

function read(source: string): Compiled | SyntaxFault {
  try {
    const expression = parse(source)
    const parts = [...everyPart(expression)]
    const keys = parts.flatMap((part) => (part.kind === 'reference' ? [part.key] : []))
    return {
      expression,
      keys: [...new Set(keys)],
      usesSelf: parts.some(({ kind }) => kind === 'self'),
      usesToday: parts.some((part) => part.kind === 'call' && part.name === 'today'),
    }
  } catch (error) {
    if (error instanceof SyntaxFault) return error
    throw error
  }
}

function* everyPart(expression: Expression): Generator<Expression> {
  const waiting = [expression]
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    yield part
    if (part.kind === 'minus') waiting.push(part.of)
    if (part.kind === 'operation') waiting.push(part.right, part.left)
    if (part.kind === 'call') waiting.push(...part.args.toReversed())
  }
}
