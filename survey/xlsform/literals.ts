import { SyntaxFault } from '../logic/expression.ts'
import { tokensOf } from '../logic/lexer.ts'

/** Returns the string literals of an expression, unquoted; empty for a syntax error. */
export function literalsIn(source: string): readonly string[] {
  return texts(source).map(({ text }) => text)
}

/** Replaces string literals of an expression; literals missing from the map stay. */
export function withLiterals(source: string, other: ReadonlyMap<string, string>): string {
  return texts(source).reduceRight((changed, { text, position }) => {
    const to = other.get(text)
    if (to === undefined) return changed
    const quote = to.includes("'") ? '"' : "'"
    return `${changed.slice(0, position)}${quote}${to}${quote}${changed.slice(position + text.length + 2)}`
  }, source)
}

function texts(source: string) {
  try {
    return tokensOf(source).filter(({ kind }) => kind === 'text')
  } catch (error) {
    if (error instanceof SyntaxFault) return []
    throw error
  }
}
