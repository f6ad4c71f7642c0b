import { callFunction } from './call.ts'
import { compare } from './compare.ts'
import type { Expression } from './expression.ts'
import type { PatternBudget } from './pattern.ts'
import { type AnswerNode, toBoolean, toNumber, type Value } from './value.ts'

/** What an expression can look at. */
export interface Scope {
  /** The answers that a key stands for here; hidden ones are not among them. */
  nodes(key: string): readonly AnswerNode[]
  /** The answer to a field of a section's sub-section of this number, from 1. */
  nodeIn(section: string, field: string, part: number): AnswerNode
  /** What people read for this value of a field's options; '' where it is none of them. */
  labelOf(field: string, value: string): string
  /** What a column says of the option that is being asked about. */
  column(name: string): string
  /** `.` */
  readonly self: AnswerNode
  /** The number of the sub-section in its section, from 1. */
  readonly position: number
  /** What `regex()` may still take. */
  readonly patterns: PatternBudget
  /** YYYY-MM-DD */
  readonly today: string
  /** This moment and the one at which the sub-section was begun: YYYY-MM-DDTHH:mm:ss, by the clock of where they are. */
  now(): string
  begun(): string
  /** The same wherever it is worked out, and another for each answer. */
  uuid(): string
  /** From 0 to below 1: the same wherever it is worked out, and another for each answer. */
  random(): number
}

/** Never throws: what makes no sense is NaN, '' or false, as XPath has it. */
export function evaluate(expression: Expression, scope: Scope): Value {
  switch (expression.kind) {
    case 'number':
    case 'text':
      return expression.value
    case 'reference':
      return scope.nodes(expression.key)
    case 'self':
      return [scope.self]
    case 'parent':
      return ''
    case 'column':
      return scope.column(expression.name)
    case 'minus':
      return -toNumber(evaluate(expression.of, scope))
    case 'operation':
      return operate(expression, scope)
    case 'call':
      return callFunction(expression, scope, evaluate)
  }
}

function operate(operation: Extract<Expression, { kind: 'operation' }>, scope: Scope): Value {
  const { operator } = operation
  const left = evaluate(operation.left, scope)
  if (operator === 'or') return toBoolean(left) || toBoolean(evaluate(operation.right, scope))
  if (operator === 'and') return toBoolean(left) && toBoolean(evaluate(operation.right, scope))
  const right = evaluate(operation.right, scope)
  switch (operator) {
    case '+':
      return toNumber(left) + toNumber(right)
    case '-':
      return toNumber(left) - toNumber(right)
    case '*':
      return toNumber(left) * toNumber(right)
    case 'div':
      return toNumber(left) / toNumber(right)
    case 'mod':
      return toNumber(left) % toNumber(right)
    default:
      return compare(operator, left, right)
  }
}
