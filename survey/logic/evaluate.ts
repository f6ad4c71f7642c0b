import { callFunction } from './call.ts'
import type { Expression, Operator } from './expression.ts'
import type { PatternBudget } from './pattern.ts'
import {
  type AnswerNode,
  isList,
  noNode,
  textNumber,
  toBoolean,
  toNumber,
  toText,
  type Value,
} from './value.ts'

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

type Comparison = Extract<Operator, '=' | '!=' | '<' | '<=' | '>' | '>='>

/** Compares like XPath 1.0: a list satisfies a comparison if one of its answers does. */
function compare(operator: Comparison, left: Value, right: Value): boolean {
  if (typeof left === 'boolean' || typeof right === 'boolean') {
    const loose = operator === '=' || operator === '!='
    const side = (value: Value) => (loose || isList(value) ? Number(toBoolean(value)) : toNumber(value))
    return compareNumbers(operator, side(left), side(right))
  }
  if (operator === '=' || operator === '!=') {
    return typeof left === 'number' || typeof right === 'number'
      ? anyPair(operator, numbersOf(left), numbersOf(right))
      : anyPair(operator, textsOf(left), textsOf(right))
  }
  return compareRanges(operator, numbersOf(left), numbersOf(right))
}

/** Linear in both lengths. NaN equals nothing, including itself. */
function anyPair<Item>(operator: '=' | '!=', left: readonly Item[], right: readonly Item[]): boolean {
  if (operator === '=') {
    const known = new Set(left)
    return right.some((item) => !Number.isNaN(item) && known.has(item))
  }
  const [first] = left
  return left.some((item) => item !== first) || right.some((item) => item !== first)
}

/** Comparing the extremes is enough: some pair satisfies `<` if and only if min(left) < max(right). */
function compareRanges(operator: Comparison, left: readonly number[], right: readonly number[]): boolean {
  const less = operator === '<' || operator === '<='
  return compareNumbers(operator, endOf(left, less), endOf(right, !less))
}

function endOf(numbers: readonly number[], least: boolean): number {
  let end = Number.NaN
  for (const number of numbers) {
    if (Number.isNaN(number)) continue
    if (Number.isNaN(end) || (least ? number < end : number > end)) end = number
  }
  return end
}

function compareNumbers(operator: Comparison, left: number, right: number): boolean {
  switch (operator) {
    case '=':
      return left === right
    case '!=':
      return left !== right
    case '<':
      return left < right
    case '<=':
      return left <= right
    case '>':
      return left > right
    case '>=':
      return left >= right
  }
}

function numbersOf(value: Value): readonly number[] {
  return isList(value) ? atLeastOne(value).map(({ text }) => textNumber(text)) : [toNumber(value)]
}

function textsOf(value: Value): readonly string[] {
  return isList(value) ? atLeastOne(value).map(({ text }) => text) : [toText(value)]
}

function atLeastOne(nodes: readonly AnswerNode[]): readonly AnswerNode[] {
  return nodes.length > 0 ? nodes : [noNode]
}
