import type { Operator } from './expression.ts'
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

export type Comparison = Extract<Operator, '=' | '!=' | '<' | '<=' | '>' | '>='>

/** Compares like XPath 1.0: a list satisfies a comparison if one of its answers does. */
export function compare(operator: Comparison, left: Value, right: Value): boolean {
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
