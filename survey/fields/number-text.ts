/** How a locale writes numbers in one numbering system, from `Intl`. */
interface Signs {
  readonly decimal: string
  readonly minus: string
  /** Formats whole digits with grouping, to validate typed groups. */
  readonly grouped: (digits: bigint) => string
}

/** The stored form of a number: minus, digits, one point. */
const kept = /^-?\d+(?:\.\d+)?$/
/** Direction marks; some locales put them around a minus. */
const directions = /\p{Bidi_Control}/gu
const fullWidth = /[\uff01-\uff5e]/g
const dashes = /^[-\u2212\u2013]/
const digit = /\p{Nd}/u
/** Digits of scripts other than ASCII. */
const foreign = /(?![0-9])\p{Nd}/gu
/** Maximum length; parsing a whole pasted page would be slow. */
const longest = 200

/**
 * Parses a number as this locale writes it; null if the text is not a number. Accepts groups only where the
 * locale puts them: in an English locale '1,23' is rejected, because it may become '1,234'.
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

/** Formats a stored number for this locale without grouping; returns any other text unchanged. */
export function writeNumber(value: string, locale: string): string {
  return value.includes('.') && kept.test(value) ? value.replace('.', signsOf(locale, 'latn').decimal) : value
}

/** Replaces digits of any script with ASCII digits: '١٢' and '１２' become '12'. */
export function asciiDigits(text: string): string {
  return narrow(text).replace(foreign, (one) => digitsKnown().get(one)?.digit ?? one)
}

interface Plain {
  readonly text: string
  readonly system: string
}

/** Returns the text with ASCII digits; null if it has no digits or mixes scripts. */
function plainDigits(text: string): Plain | null {
  const typed = narrow(text.replace(directions, '').trim())
  const systems = new Set([...typed].filter((one) => digit.test(one)).map(systemOf))
  const [system, ...others] = systems
  return system === undefined || others.length > 0 ? null : { text: asciiDigits(typed), system }
}

/** Removes grouping, '1,234' → '1234', if the locale would group the same way. */
function withoutGroups(whole: string, grouped: Signs['grouped']): string | null {
  if (/^\d*$/.test(whole)) return whole
  const digits = whole.replace(/\D/g, '')
  return digits !== '' && sameSpaces(whole) === sameSpaces(grouped(BigInt(digits))) ? digits : null
}

/** Treats all group spaces and apostrophes as the ones on a keyboard. */
function sameSpaces(text: string): string {
  return text.replace(/\p{Zs}/gu, ' ').replaceAll('\u2019', "'")
}

/** Replaces full-width characters with their plain forms. */
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
  // Created on demand: grouping is rare and formatters are slow to create.
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
