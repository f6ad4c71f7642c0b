/**
 * Conditions, constraints and calculations as XLSForm writes them: a subset of XPath 1.0 in which `${key}` stands for
 * an answer and `.` for the field's own one. No axes, no paths, no regular expressions.
 */
export type Expression =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'reference'; readonly key: string }
  | { readonly kind: 'self' }
  | { readonly kind: 'minus'; readonly of: Expression }
  | {
      readonly kind: 'operation'
      readonly operator: Operator
      readonly left: Expression
      readonly right: Expression
    }
  | { readonly kind: 'call'; readonly name: FunctionName; readonly args: readonly Expression[] }

/** How tightly each operator binds; all of them to the left. */
export const binding = {
  or: 1,
  and: 2,
  '=': 3,
  '!=': 3,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  '+': 5,
  '-': 5,
  '*': 6,
  div: 6,
  mod: 6,
} as const
export type Operator = keyof typeof binding

/** Least and most arguments. */
export const functions = {
  'count-non-empty': [1, 1],
  'count-selected': [1, 1],
  'starts-with': [2, 2],
  'string-length': [1, 1],
  boolean: [1, 1],
  coalesce: [1, 50],
  concat: [1, 50],
  contains: [2, 2],
  count: [1, 1],
  false: [0, 0],
  if: [3, 3],
  int: [1, 1],
  max: [1, 50],
  min: [1, 50],
  not: [1, 1],
  number: [1, 1],
  round: [1, 2],
  selected: [2, 2],
  string: [1, 1],
  sum: [1, 1],
  today: [0, 0],
  true: [0, 0],
} as const
export type FunctionName = keyof typeof functions

export function isOperator(word: string): word is Operator {
  return Object.hasOwn(binding, word)
}

export function isFunction(word: string): word is FunctionName {
  return Object.hasOwn(functions, word)
}

/** An expression is written by a template's author, but may come from anywhere: its size bounds all work on it. */
export const expressionLimits = { length: 1_000, depth: 50 } as const

/** What is wrong with a text that is no expression. The sentences are `form.logic…` of the catalogue. */
export type SyntaxCode =
  | 'tooLong'
  | 'tooDeep'
  | 'badCharacter'
  | 'openText'
  | 'openReference'
  | 'badKey'
  | 'valueExpected'
  | 'unexpected'
  | 'unclosed'
  | 'unknownFunction'
  | 'argumentCount'

/** Thrown by lexer and parser, and by nothing else in `logic/`. */
export class SyntaxFault extends Error {
  readonly code: SyntaxCode
  /** Counted from 0, in UTF-16 units. */
  readonly position: number
  /** The piece of the text that it is about; '' at its end. */
  readonly piece: string

  constructor(code: SyntaxCode, position: number, piece = '') {
    super(`${code} at ${position}`)
    this.code = code
    this.position = position
    this.piece = piece
  }
}
