import { limits } from '#contract/limits.ts'
import { readPosition } from '../fields/position.ts'
import { dateText, formatted } from './dates.ts'
import type { Scope } from './evaluate.ts'
import type { Expression, FunctionName } from './expression.ts'
import { isList, textNumber, toBoolean, toNumber, toText, type Value } from './value.ts'

/** Earth radius in meters that ODK uses, so distances match. */
const radius = 6_378_100

type Call = Extract<Expression, { kind: 'call' }>
type Evaluate = (argument: Expression) => Value

/** Calls a function. Arguments are evaluated lazily, so `if` evaluates only one branch. */
export function callFunction(
  call: Call,
  scope: Scope,
  evaluateIn: (argument: Expression, scope: Scope) => Value,
): Value {
  const { name, args } = call
  const evaluate = (argument: Expression) => evaluateIn(argument, scope)
  const value = (index: number): Value => {
    const argument = args[index]
    return argument ? evaluate(argument) : ''
  }
  const text = (index: number) => toText(value(index))
  switch (name) {
    case 'if':
      return toBoolean(value(0)) ? value(1) : value(2)
    case 'coalesce':
      return firstGiven(args, evaluate)
    case 'not':
      return !toBoolean(value(0))
    case 'boolean':
      return toBoolean(value(0))
    case 'true':
      return true
    case 'false':
      return false
    case 'today':
      return scope.today
    case 'now':
      return scope.now()
    case 'uuid':
      return scope.uuid()
    case 'random':
      return scope.random()
    case 'position':
      return scope.position
    case 'once':
      return first(args, scope, evaluateIn)
    case 'indexed-repeat':
      return [scope.nodeIn(keyIn(args[1]), keyIn(args[0]), toNumber(value(2)))]
    case 'jr:choice-name':
      return scope.labelOf(keyIn(args[1]), text(0).trim())
    case 'date':
      return dateText(value(0))
    case 'decimal-date-time':
      return toNumber(value(0))
    case 'format-date':
    case 'format-date-time':
      return formatted(value(0), text(1)).slice(0, limits.answerMax)
    case 'string':
      return text(0)
    case 'concat':
      return textsOf(args.map(evaluate)).join('').slice(0, limits.answerMax)
    case 'join':
      return textsOf(args.slice(1).map(evaluate)).join(text(0)).slice(0, limits.answerMax)
    case 'contains':
      return text(0).includes(text(1))
    case 'starts-with':
      return text(0).startsWith(text(1))
    case 'string-length':
      return [...text(0)].length
    case 'substr':
      return [...text(0)].slice(at(toNumber(value(1))), args[2] && at(toNumber(value(2)))).join('')
    case 'substring-before':
      return text(0).slice(0, Math.max(0, text(0).indexOf(text(1))))
    case 'substring-after':
      return text(0).includes(text(1)) ? text(0).slice(text(0).indexOf(text(1)) + text(1).length) : ''
    case 'normalize-space':
      return text(0).replace(/\s+/g, ' ').trim()
    case 'translate':
      return translated(text(0), [...text(1)], [...text(2)])
    case 'distance':
      return distanceAlong(textsOf(args.map(evaluate)))
    case 'regex':
      return scope.patterns.fits(text(0).slice(0, limits.answerMax), text(1))
    case 'selected':
      return chosenIn(value(0)).includes(text(1).trim())
    case 'count-selected':
      return chosenIn(value(0)).length
    case 'selected-at':
      return chosenIn(value(0))[toNumber(value(1))] ?? ''
    case 'number':
      return toNumber(value(0))
    case 'int':
      return Math.trunc(toNumber(value(0)))
    case 'pow':
      return toNumber(value(0)) ** toNumber(value(1))
    case 'round':
      return rounded(toNumber(value(0)), args.length > 1 ? toNumber(value(1)) : 0)
    default:
      return aggregate(name, args.map(evaluate))
  }
}

/**
 * Evaluates `once()`. Devices and server recompute everything, so the only stored moment is the sub-section's
 * creation time: `today()` and `now()` return it inside `once()`. The parser rejects references to answers.
 */
function first(
  [argument]: readonly Expression[],
  scope: Scope,
  evaluateIn: (argument: Expression, scope: Scope) => Value,
): Value {
  if (!argument) return ''
  const creationTime = scope.creationTime()
  return evaluateIn(argument, { ...scope, today: creationTime.slice(0, 10), now: () => creationTime })
}

/**
 * Characters without a counterpart are removed. If a character is listed twice, its first position counts.
 */
function translated(text: string, from: readonly string[], to: readonly string[]): string {
  const by = new Map(from.map((character, place) => [character, to[place] ?? ''] as const).toReversed())
  return [...text].map((character) => by.get(character) ?? character).join('')
}

function keyIn(argument: Expression | undefined): string {
  return argument?.kind === 'reference' ? argument.key : ''
}

/** Converts a text index: counted from 0, or from the end if negative. */
function at(place: number): number {
  return Number.isNaN(place) ? 0 : Math.trunc(place)
}

/** Aggregates lists. Empty answers are skipped, so a sum is correct while rooms are being filled in. */
function aggregate(
  name: Extract<FunctionName, 'count' | 'count-non-empty' | 'sum' | 'min' | 'max'>,
  values: readonly Value[],
): number {
  if (name === 'count')
    return values.reduce((sum: number, value) => sum + (isList(value) ? value.length : 1), 0)
  const given = textsOf(values).filter((text) => text.trim() !== '')
  if (name === 'count-non-empty') return given.length
  const numbers = given.map(textNumber)
  if (name === 'sum') return numbers.reduce((sum, number) => sum + number, 0)
  if (numbers.length === 0) return Number.NaN
  return numbers.reduce((a, b) => (name === 'min' ? Math.min(a, b) : Math.max(a, b)))
}

function firstGiven(args: readonly Expression[], evaluate: Evaluate): Value {
  for (const argument of args) {
    const value = evaluate(argument)
    if (toText(value) !== '' && !Number.isNaN(value)) return value
  }
  return ''
}

function textsOf(values: readonly Value[]): readonly string[] {
  return values.flatMap((value) => (isList(value) ? value.map(({ text }) => text) : [toText(value)]))
}

/** A text is one choice even if it contains spaces, because options are labels. */
function chosenIn(value: Value): readonly string[] {
  if (isList(value)) return value.flatMap(({ chosen }) => chosen)
  const text = toText(value)
  return text === '' ? [] : [text]
}

/** Rounds halves up like XPath, on the decimal digits: 1.005 to two places is 1.01. */
function rounded(value: number, places: number): number {
  if (!Number.isFinite(value) || Number.isNaN(places)) return Number.NaN
  const digits = Math.max(-20, Math.min(20, Math.trunc(places)))
  const shifted = shift(value, digits)
  return Number.isFinite(shifted) ? shift(Math.round(shifted), -digits) : value
}

function shift(value: number, digits: number): number {
  const [mantissa = '0', exponent = '0'] = String(value).split('e')
  return Number(`${mantissa}e${Number(exponent) + digits}`)
}

/**
 * Returns the length of the path through these positions in meters, rounded to centimeters like ODK. A
 * position is 'latitude longitude …'; one text may hold several, separated by semicolons. NaN for fewer than
 * two positions or an invalid text.
 */
function distanceAlong(texts: readonly string[]): number {
  const places = texts
    .flatMap((text) => text.split(';'))
    .filter((text) => text.trim() !== '')
    .map(placeIn)
  if (places.length < 2) return Number.NaN
  const sum = places.slice(1).reduce((meters, place, before) => meters + between(places[before], place), 0)
  return Math.round(sum * 100) / 100
}

type Place = ReturnType<typeof placeIn>

/** Reads latitude and longitude; other tools append altitude and accuracy. */
function placeIn(text: string) {
  return readPosition(text.trim().split(/\s+/).slice(0, 2).join(' '))
}

/** Great-circle distance by the haversine formula. */
function between(from: Place | undefined, to: Place): number {
  if (!from || !to) return Number.NaN
  const [a, b] = [radians(from.latitude), radians(to.latitude)]
  const halfChord =
    Math.sin((b - a) / 2) ** 2 +
    Math.cos(a) * Math.cos(b) * Math.sin(radians(to.longitude - from.longitude) / 2) ** 2
  return 2 * radius * Math.asin(Math.sqrt(Math.min(1, halfChord)))
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
