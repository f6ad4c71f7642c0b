import { visible } from './plain-expression.ts'

/**
 * Conditions, constraints and calculations in XLSForm's syntax: a subset of XPath 1.0 in which `${key}`
 * refers to an answer and `.` to the field's own answer. No axes, no paths.
 */
export type Expression =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'reference'; readonly key: string }
  | { readonly kind: 'self' }
  /** `..`, the sub-section; only `position(..)` uses it. */
  | { readonly kind: 'parent' }
  /** A bare name in a choice filter: the option's value in this column. */
  | { readonly kind: 'column'; readonly name: string }
  | { readonly kind: 'minus'; readonly of: Expression }
  | {
      readonly kind: 'operation'
      readonly operator: Operator
      readonly left: Expression
      readonly right: Expression
    }
  | { readonly kind: 'call'; readonly name: FunctionName; readonly args: readonly Expression[] }

/** Operator precedence; all operators are left-associative. */
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

/** Minimum and maximum number of arguments. */
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
  date: [1, 1],
  distance: [1, 50],
  'decimal-date-time': [1, 1],
  false: [0, 0],
  'format-date': [2, 2],
  'format-date-time': [2, 2],
  if: [3, 3],
  'indexed-repeat': [3, 3],
  int: [1, 1],
  join: [2, 50],
  'jr:choice-name': [2, 2],
  max: [1, 50],
  min: [1, 50],
  'normalize-space': [1, 1],
  not: [1, 1],
  now: [0, 0],
  number: [1, 1],
  once: [1, 1],
  position: [1, 1],
  pow: [2, 2],
  random: [0, 0],
  regex: [2, 2],
  round: [1, 2],
  selected: [2, 2],
  'selected-at': [2, 2],
  string: [1, 1],
  substr: [2, 3],
  'substring-after': [2, 2],
  'substring-before': [2, 2],
  sum: [1, 1],
  today: [0, 0],
  translate: [3, 3],
  true: [0, 0],
  uuid: [0, 0],
} as const
export type FunctionName = keyof typeof functions

/** Arguments that must be literals and are not evaluated. */
export type FixedArgument =
  /** `..` */
  | 'parent'
  /** `${key}` */
  | 'reference'
  /** `'${key}'`: XLSForm quotes the field in `jr:choice-name`. */
  | 'field'
  /** A quoted regular expression; the parser verifies that it can be matched in linear time. */
  | 'pattern'

export const fixedArguments: Partial<Record<FunctionName, readonly (FixedArgument | null)[]>> = {
  'indexed-repeat': ['reference', 'reference'],
  'jr:choice-name': [null, 'field'],
  position: ['parent'],
  regex: [null, 'pattern'],
}

export function isOperator(word: string): word is Operator {
  return Object.hasOwn(binding, word)
}

export function isFunction(word: string): word is FunctionName {
  return Object.hasOwn(functions, word)
}

/** Expressions are untrusted input, so their size is limited. */
export const expressionLimits = { length: 1_000, depth: 50 } as const

/** Syntax errors. The message for each code is `expressions.<code>`. */
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
  | 'fixedArgument'
  | 'badPattern'
  | 'onceOfAnswers'

/** Thrown only by the lexer and the parser. */
export class SyntaxFault extends Error {
  readonly code: SyntaxCode
  /** Offset in UTF-16 units, from 0. */
  readonly position: number
  /** The offending text; '' at the end of the expression. */
  readonly piece: string

  constructor(code: SyntaxCode, position: number, piece = '') {
    super(`${code} at ${position}`)
    this.code = code
    this.position = position
    this.piece = visible(piece)
  }
}
