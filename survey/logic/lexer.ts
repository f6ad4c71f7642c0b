import { expressionLimits, type SyntaxCode, SyntaxFault } from './expression.ts'
import { plainExpression } from './plain-expression.ts'

export interface Token {
  readonly kind: 'number' | 'text' | 'reference' | 'word' | 'sign' | 'end'
  /** A string's content, a reference's key; otherwise the text as written. */
  readonly text: string
  readonly position: number
}

const key = /^[\p{L}_][\p{L}\p{N}_.-]*$/u
const columnName = /^[\p{L}_][\p{L}\p{N}_.-]*(?::[\p{L}_][\p{L}\p{N}_.-]*)?$/u

/** Sticky patterns that match in one pass: none can backtrack exponentially. */
const patterns = [
  ['number', /(?:\d+(?:\.\d*)?|\.\d+)/y],
  ['word', /[\p{L}_][\p{L}\p{N}_.-]*(?::[\p{L}_][\p{L}\p{N}_.-]*)?/uy],
  ['sign', /(?:!=|<=|>=|\.\.|[=<>+\-*(),.])/y],
] as const

/** Whether the text is valid inside `${…}`. */
export function isKey(text: string): boolean {
  return text.length <= 100 && key.test(text)
}

/** Whether the text is a valid bare name in a choice filter. */
export function isColumnName(text: string): boolean {
  return text.length <= 100 && columnName.test(text)
}

/** Returns the tokens; positions refer to `plainExpression(written)`. Throws only `SyntaxFault`. */
export function tokensOf(written: string): readonly Token[] {
  if (written.length > expressionLimits.length) throw new SyntaxFault('tooLong', expressionLimits.length)
  const source = plainExpression(written)
  const tokens: Token[] = []
  let position = 0
  for (;;) {
    position = afterSpace(source, position)
    if (position === source.length) break
    const [token, end] = tokenAt(source, position)
    tokens.push(token)
    position = end
  }
  return [...tokens, { kind: 'end', text: '', position }]
}

function tokenAt(source: string, position: number): readonly [Token, number] {
  const first = source[position] ?? ''
  if (first === "'" || first === '"') {
    const [text, end] = enclosed(source, position, first, 'openText')
    return [{ kind: 'text', text, position }, end]
  }
  if (source.startsWith('${', position)) {
    const [inside, end] = enclosed(source, position + 1, '}', 'openReference')
    const text = inside.trim()
    if (!isKey(text)) throw new SyntaxFault('badKey', position, text)
    return [{ kind: 'reference', text, position }, end]
  }
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = position
    const [text] = pattern.exec(source) ?? []
    if (text !== undefined) return [{ kind, text, position }, position + text.length]
  }
  throw new SyntaxFault('badCharacter', position, String.fromCodePoint(source.codePointAt(position) ?? 0))
}

/** Returns the text between `open` and `close`, and the position after it. */
function enclosed(source: string, open: number, close: string, fault: SyntaxCode): readonly [string, number] {
  const end = source.indexOf(close, open + 1)
  if (end === -1) throw new SyntaxFault(fault, open, source.slice(open, open + 20))
  return [source.slice(open + 1, end), end + 1]
}

function afterSpace(source: string, from: number): number {
  let position = from
  while (' \t\r\n'.includes(source[position] ?? '.')) position += 1
  return position
}
