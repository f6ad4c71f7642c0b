import { callFunction } from './call.ts'
import { compare } from './compare.ts'
import type { Expression } from './expression.ts'
import { type AnswerNode, toBoolean, toNumber, type Value } from './value.ts'

/** What an expression can look at. */
export interface Scope {
  /** The answers that a key stands for here; hidden ones are not among them. */
  nodes(key: string): readonly AnswerNode[]
  /** `.` */
  readonly self: AnswerNode
  /** YYYY-MM-DD */
  readonly today: string
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
    case 'minus':
      return -toNumber(evaluate(expression.of, scope))
    case 'operation':
      return operate(expression, scope)
    case 'call':
      return callFunction(expression.name, expression.args, (arg) => evaluate(arg, scope), scope.today)
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
