import { callFunction } from './call.ts'
import { compare } from './compare.ts'
import type { Expression } from './expression.ts'
import type { PatternBudget } from './pattern.ts'
import { type AnswerNode, toBoolean, toNumber, type Value } from './value.ts'

/** The values that an expression can read. */
export interface Scope {
  /** Visible answers that a key refers to. */
  nodes(key: string): readonly AnswerNode[]
  /** Answer to a field in the section's sub-section with this number, from 1. */
  nodeIn(section: string, field: string, part: number): AnswerNode
  /** Label of the field's option with this value; '' if there is none. */
  labelOf(field: string, value: string): string
  /** Value in this column for the option being filtered. */
  column(name: string): string
  /** `.` */
  readonly self: AnswerNode
  /** Number of the sub-section in its section, from 1. */
  readonly position: number
  /** Remaining budget for `regex()`. */
  readonly patterns: PatternBudget
  /** YYYY-MM-DD */
  readonly today: string
  /** Local time now and at the sub-section's creation: YYYY-MM-DDTHH:mm:ss in the survey's time zone. */
  now(): string
  creationTime(): string
  /** Deterministic per answer: equal on every device, different for each answer. */
  uuid(): string
  /** In [0, 1), deterministic per answer like `uuid()`. */
  random(): number
}

/** Evaluates an expression. Never throws: meaningless operations return NaN, '' or false, like XPath. */
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
