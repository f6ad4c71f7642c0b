import { visible } from './plain-expression.ts'

/**
 * Conditions, constraints and calculations as XLSForm writes them: a subset of XPath 1.0 in which `${key}` stands for
 * an answer and `.` for the field's own one. No axes, no paths.
 */
export type Expression =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'reference'; readonly key: string }
  | { readonly kind: 'self' }
  /** `..`, of which only `position(..)` makes anything: the sub-section. */
  | { readonly kind: 'parent' }
  /** A bare name in a filter of choices: what this column says of the option. */
  | { readonly kind: 'column'; readonly name: string }
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

/** Arguments that are written down as they are, and not worked out. */
export type FixedArgument =
  /** `..` */
  | 'parent'
  /** `${key}` */
  | 'reference'
  /** `'${key}'`: XLSForm has the field of a choice's label in quotes. */
  | 'field'
  /** A regular expression between quotes: that it can be matched in linear time is known before it is. */
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
  | 'fixedArgument'
  | 'badPattern'
  | 'onceOfAnswers'

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
    this.piece = visible(piece)
  }
}
