/** How one locale writes numbers with the digits of one numbering system, as `Intl` tells it. */
interface Signs {
  readonly decimal: string
  readonly minus: string
  /** Whole digits with their groups, by which typed groups are judged. */
  readonly grouped: (digits: bigint) => string
}

/** How a numeric or decimal field keeps a number: a minus, digits, one point. */
const kept = /^-?\d+(?:\.\d+)?$/
/** Marks that say only which way to write; some locales put them around a minus. */
const directions = /\p{Bidi_Control}/gu
const fullWidth = /[\uff01-\uff5e]/g
const dashes = /^[-\u2212\u2013]/
const digit = /\p{Nd}/u
/** Of other scripts than the one in which numbers are kept. */
const foreign = /(?![0-9])\p{Nd}/gu
/** No number is written with more, and reckoning with what a whole page holds would take its time. */
const longest = 200

/**
 * The number that a text means to somebody who writes numbers as this locale does, in the form in which it is kept;
 * null where it means none. Groups of digits count only where the locale would set them: '1,23' is no number to
 * somebody for whom commas group, as it may be on its way to '1,234'.
 */
export function readNumber(text: string, locale: string): string | null {
  const typed = text.length > longest ? null : plainDigits(text)
  if (typed === null) return null
  const { decimal, minus, grouped } = signsOf(locale, typed.system)
  const sign = typed.text.startsWith(minus) ? minus.length : dashes.test(typed.text) ? 1 : 0
  const [whole = '', fraction, ...more] = typed.text.slice(sign).trimStart().split(decimal)
  const digits = withoutGroups(whole, grouped)
  if (digits === null || more.length > 0 || !/^\d*$/.test(fraction ?? '')) return null
  if (digits === '' && !fraction) return null
  return `${sign > 0 ? '-' : ''}${digits || '0'}${fraction ? `.${fraction}` : ''}`
}

/** A number that is kept, as this locale writes it, without groups; whatever is none stays as it is. */
export function writeNumber(value: string, locale: string): string {
  return value.includes('.') && kept.test(value) ? value.replace('.', signsOf(locale, 'latn').decimal) : value
}

/** Digits of any script as those that are kept, and the rest as it is: '١٢' and '１２' are '12'. */
export function asciiDigits(text: string): string {
  return narrow(text).replace(foreign, (one) => digitsKnown().get(one)?.digit ?? one)
}

interface Plain {
  readonly text: string
  readonly system: string
}

/** What was typed, with plain digits; null where it has none, or those of two scripts. */
function plainDigits(text: string): Plain | null {
  const typed = narrow(text.replace(directions, '').trim())
  const systems = new Set([...typed].filter((one) => digit.test(one)).map(systemOf))
  const [system, ...others] = systems
  return system === undefined || others.length > 0 ? null : { text: asciiDigits(typed), system }
}

/** '1,234' as '1234' where the locale itself would write it so. */
function withoutGroups(whole: string, grouped: Signs['grouped']): string | null {
  if (/^\d*$/.test(whole)) return whole
  const digits = whole.replace(/\D/g, '')
  return digits !== '' && sameSpaces(whole) === sameSpaces(grouped(BigInt(digits))) ? digits : null
}

/** Of the spaces and apostrophes that group, a keyboard has one only. */
function sameSpaces(text: string): string {
  return text.replace(/\p{Zs}/gu, ' ').replaceAll('\u2019', "'")
}

/** Full-width letters and signs as those of the plain keyboard. */
function narrow(text: string): string {
  return text.replace(fullWidth, (one) => one.normalize('NFKC'))
}

function systemOf(one: string): string {
  return /[0-9]/.test(one) ? 'latn' : (digitsKnown().get(one)?.system ?? 'latn')
}

type Digits = ReadonlyMap<string, { readonly digit: string; readonly system: string }>

let known: Digits | null = null

function digitsKnown(): Digits {
  known ??= new Map(
    Intl.supportedValuesOf('numberingSystem').flatMap((system) => {
      const digits = [...plainFormat('en', system).format(9_876_543_210n)]
      if (digits.length !== 10 || !digits.every((one) => digit.test(one))) return []
      return digits.map((one, index) => [one, { digit: String(9 - index), system }] as const)
    }),
  )
  return known
}

const signs = new Map<string, Signs>()

function signsOf(locale: string, system: string): Signs {
  const name = `${locale} ${system}`
  const found = signs.get(name)
  if (found) return found
  const options = { numberingSystem: system, useGrouping: 'always' } as const
  const parts = new Map(
    new Intl.NumberFormat(locale, { ...options, minimumFractionDigits: 1 })
      .formatToParts(-1.5)
      .map(({ type, value }) => [type, value]),
  )
  // Few ever type groups, and formats are made slowly.
  let whole: Intl.NumberFormat | null = null
  const made: Signs = {
    decimal: parts.get('decimal') ?? '.',
    minus: (parts.get('minusSign') ?? '-').replace(directions, ''),
    grouped: (digits) => {
      whole ??= new Intl.NumberFormat(locale, options)
      return asciiDigits(whole.format(digits))
    },
  }
  signs.set(name, made)
  return made
}

function plainFormat(locale: string, numberingSystem: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { numberingSystem, useGrouping: false })
}
