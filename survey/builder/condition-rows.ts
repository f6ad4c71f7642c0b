import type { Expression, Operator } from '../logic/expression.ts'
import { SyntaxFault } from '../logic/expression.ts'
import { parse } from '../logic/parser.ts'
import { print } from '../logic/print.ts'

/** The tests that a row can apply to an answer. The last two need no value. */
export const tests = [
  'is',
  'isNot',
  'chosen',
  'notChosen',
  'contains',
  'startsWith',
  'above',
  'atLeast',
  'below',
  'atMost',
  'answered',
  'empty',
] as const
export type Test = (typeof tests)[number]

/** 'IDF present is Yes'. */
export interface Row {
  readonly kind: 'row'
  /** Key of the tested answer; null = the field's own. */
  readonly key: string | null
  readonly test: Test
  /** '' if the test needs no value. */
  readonly value: string | number
}

/** Rows of which all ('and') or any ('or') must be true. */
export interface Rows {
  readonly kind: 'rows'
  readonly join: 'and' | 'or'
  readonly of: readonly (Row | Rows)[]
}

const compared: Partial<Record<Test, Operator>> = {
  is: '=',
  isNot: '!=',
  above: '>',
  atLeast: '>=',
  below: '<',
  atMost: '<=',
}

const none: Rows = { kind: 'rows', join: 'and', of: [] }

/** Converts an expression to equivalent rows; null if no rows can express it or it has a syntax error. */
export function rowsFrom(source: string): Rows | null {
  if (source.trim() === '') return none
  try {
    const read = readPart(parse(source))
    if (read === null) return null
    return read.kind === 'rows' ? read : { ...none, of: [read] }
  } catch (error) {
    if (error instanceof SyntaxFault) return null
    throw error
  }
}

/** Converts rows to an expression; '' without rows. */
export function expressionFrom(rows: Rows): string {
  const plain = simplified(rows)
  return plain === null ? '' : print(written(plain))
}

/** Flattens redundant groups: empty ones, those with one row, and an 'and' within an 'and'. */
export function simplified(one: Row | Rows): Row | Rows | null {
  if (one.kind === 'row') return one
  const parts = one.of.flatMap((part): readonly (Row | Rows)[] => {
    const plain = simplified(part)
    if (plain === null) return []
    return plain.kind === 'rows' && plain.join === one.join ? plain.of : [plain]
  })
  const [first, ...others] = parts
  if (!first) return null
  return others.length === 0 ? first : { ...one, of: parts }
}

function written(one: Row | Rows): Expression {
  if (one.kind === 'row') return writtenRow(one)
  const [first = none, ...others] = one.of
  return others.reduce(
    (left, part): Expression => ({ kind: 'operation', operator: one.join, left, right: written(part) }),
    written(first),
  )
}

function writtenRow({ key, test, value }: Row): Expression {
  const subject: Expression = key === null ? { kind: 'self' } : { kind: 'reference', key }
  const operator = compared[test]
  if (operator) return { kind: 'operation', operator, left: subject, right: writtenValue(value) }
  const args = [subject, writtenValue(value)]
  if (test === 'chosen') return { kind: 'call', name: 'selected', args }
  if (test === 'contains') return { kind: 'call', name: 'contains', args }
  if (test === 'startsWith') return { kind: 'call', name: 'starts-with', args }
  if (test === 'notChosen')
    return { kind: 'call', name: 'not', args: [{ kind: 'call', name: 'selected', args }] }
  const empty: Expression = { kind: 'text', value: '' }
  return { kind: 'operation', operator: test === 'empty' ? '=' : '!=', left: subject, right: empty }
}

/** XPath cannot escape quotes, so a text with both kinds becomes `concat(…)`. */
function writtenValue(value: string | number): Expression {
  if (typeof value === 'number')
    return value < 0 ? { kind: 'minus', of: { kind: 'number', value: -value } } : { kind: 'number', value }
  if (!value.includes("'") || !value.includes('"')) return { kind: 'text', value }
  const args = value.split(/("+)/).map((text): Expression => ({ kind: 'text', value: text }))
  return { kind: 'call', name: 'concat', args }
}

function readPart(expression: Expression): Row | Rows | null {
  if (expression.kind === 'call') return readCall(expression)
  if (expression.kind !== 'operation') return null
  const { operator, left, right } = expression
  if (operator !== 'and' && operator !== 'or') return readComparison(operator, left, right)
  const of = chainOf(expression, operator).map(readPart)
  const read = of.filter((part) => part !== null)
  if (read.length < of.length) return null
  return simplified({ kind: 'rows', join: operator, of: read })
}

/** Flattens 'a and b and c' into one list. */
function chainOf(expression: Expression, operator: Operator): readonly Expression[] {
  const parts: Expression[] = []
  let rest = expression
  while (rest.kind === 'operation' && rest.operator === operator) {
    parts.push(rest.right)
    rest = rest.left
  }
  return [rest, ...parts.reverse()]
}

function readComparison(operator: Operator, left: Expression, right: Expression): Row | null {
  const key = readSubject(left)
  const value = readValue(right)
  if (key === undefined || value === null) return null
  if (value === '') {
    if (operator === '=') return { kind: 'row', key, test: 'empty', value }
    return operator === '!=' ? { kind: 'row', key, test: 'answered', value } : null
  }
  const test = tests.find((one) => compared[one] === operator)
  return test ? { kind: 'row', key, test, value } : null
}

function readCall({ name, args }: Extract<Expression, { kind: 'call' }>): Row | null {
  const [first, second] = args
  if (name === 'not' && first?.kind === 'call' && first.name === 'selected') {
    const row = readCall(first)
    return row && { ...row, test: 'notChosen' }
  }
  const test = { selected: 'chosen', contains: 'contains', 'starts-with': 'startsWith' } as const
  const found = name === 'selected' || name === 'contains' || name === 'starts-with' ? test[name] : null
  const key = first && readSubject(first)
  const value = second ? readValue(second) : null
  return found && key !== undefined && value !== null ? { kind: 'row', key, test: found, value } : null
}

/** undefined = neither a reference nor the field's own answer. */
function readSubject(expression: Expression): string | null | undefined {
  if (expression.kind === 'self') return null
  return expression.kind === 'reference' ? expression.key : undefined
}

function readValue(expression: Expression): string | number | null {
  if (expression.kind === 'number' || expression.kind === 'text') return expression.value
  if (expression.kind === 'minus' && expression.of.kind === 'number') return -expression.of.value
  if (expression.kind !== 'call' || expression.name !== 'concat') return null
  const parts = expression.args.map((arg) => (arg.kind === 'text' ? arg.value : null))
  return parts.includes(null) ? null : parts.join('')
}
