import { Contact } from '#contract/accounts/contacts.ts'
import { limits } from '#contract/limits.ts'
import { oneLine } from '#contract/rules/one-line.ts'
import { cut, plainText } from '#contract/rules/plain-text.ts'
import { type Line, octetsAsText, parseLine, partsOf, unescaped, unfold } from './line.ts'

/** Decodes bytes in a charset; null if the charset is unknown or the bytes are invalid. */
export type Decode = (bytes: Uint8Array, charset: string) => string | null

export interface ReadCards {
  readonly contacts: readonly Contact[]
  /** Number of cards without an end, or without a name and organization. */
  readonly unread: number
  /** Whether any value was cut, not supported, or in an unreadable charset. */
  readonly shortened: boolean
}

/**
 * Reads all cards of a file in version 2.1, 3.0 or 4.0, ignoring unsupported properties. Reads bytes, because
 * a fold may split a character and each value may have its own charset.
 */
export function readVcards(file: Uint8Array, decode: Decode): ReadCards {
  const contacts: Contact[] = []
  let [unread, shortened] = [0, false]
  for (const lines of cardsIn(octetsAsText(file))) {
    const read = lines && contactOf(lines.map((line) => decoded(line, decode)))
    if (!read) unread += 1
    else {
      contacts.push(read.contact)
      shortened ||= read.shortened
    }
  }
  return { contacts, unread, shortened }
}

/** Returns the lines of each card; null for a card without an end. Skips nested cards. */
function cardsIn(text: string): readonly (readonly Line[] | null)[] {
  const cards: (readonly Line[] | null)[] = []
  let [lines, depth]: [Line[], number] = [[], 0]
  for (const raw of unfold(text.replace(/^\u00ef\u00bb\u00bf/, ''))) {
    const line = parseLine(raw)
    if (!line) continue
    const isCard = line.value.trim().toUpperCase() === 'VCARD'
    if (line.name === 'BEGIN' && isCard) {
      if (depth === 0) lines = []
      depth += 1
    } else if (line.name === 'END' && isCard && depth > 0) {
      depth -= 1
      if (depth === 0) cards.push(lines)
    } else if (depth === 1) lines.push(line)
  }
  return depth > 0 ? [...cards, null] : cards
}

interface DecodedLine extends Line {
  /** Whether the named charset is unknown. */
  readonly isDoubtful?: boolean
}

/** Charset names in cards that differ from the Encoding Standard. */
const charsets: Readonly<Record<string, string>> = {
  MACROMAN: 'macintosh',
  'MAC-ROMAN': 'macintosh',
  MAC_ROMAN: 'macintosh',
  CP932: 'shift_jis',
  ANSI: 'windows-1252',
}

/** Decodes a line's value; separators stay escaped. */
function decoded(line: Line, decode: Decode): DecodedLine {
  const named = line.params.find(({ name }) => name === 'CHARSET')?.value
  let isDoubtful = false
  const textOf = (octets: string) => {
    const bytes = Uint8Array.from(octets, (octet) => octet.charCodeAt(0))
    const told = named === undefined ? null : decode(bytes, charsets[named] ?? named)
    if (told !== null) return told
    const text = decode(bytes, 'utf-8')
    // Old address books wrote windows-1252 without naming it. It decodes any byte.
    isDoubtful ||= named !== undefined && /[^\0-\x7f]/.test(octets)
    return text ?? decode(bytes, 'windows-1252') ?? octets
  }
  const isQuoted = line.params.some(({ value }) => value === 'QUOTED-PRINTABLE')
  const value = isQuoted ? quotedText(line.value, textOf) : textOf(line.value)
  return { ...line, value, isDoubtful }
}

/** Decodes quoted-printable. A semicolon written as =3B belongs to the value and is not a separator. */
function quotedText(value: string, textOf: (octets: string) => string): string {
  return value
    .replace(/=[ \t]*\n/g, '')
    .split(';')
    .map((part) =>
      textOf(
        part.replace(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
      ).replace(/\\[\s\S]|;/g, (piece) => (piece === ';' ? '\\;' : piece)),
    )
    .join(';')
}

function contactOf(lines: readonly DecodedLine[]): { contact: Contact; shortened: boolean } | null {
  let shortened = lines.some(({ isDoubtful }) => isDoubtful)
  const short = (text: string, most: number) => {
    shortened ||= text.length > most
    return cut(text, most)
  }
  const line = (text: string) => short(oneLine(text), limits.contactLineMax).trim()
  const text = (name: string) => unescaped(preferred(lines, name)?.value ?? '')
  const [family = '', first = '', middle = ''] = partsOf(preferred(lines, 'N')?.value ?? '', ';').map(oneLine)
  const organization = partsOf(preferred(lines, 'ORG')?.value ?? '', ';')
    .map(oneLine)
    .filter((part) => part !== '')
    .join(', ')
  const names =
    family || first || middle ? { family, first, middle } : namesIn(oneLine(text('FN')), organization)
  const photo = photoOf(preferred(lines, 'PHOTO'))
  const birthday = dayOf(preferred(lines, 'BDAY'))
  shortened ||= photo.unfit || birthday === null
  const { success, data } = Contact.safeParse({
    firstName: line(names.first),
    middleName: line(names.middle),
    lastName: line(names.family),
    organization: line(organization),
    contactNumber: line(text('TEL').replace(/^tel:/i, '')),
    email: line(text('EMAIL').replace(/^mailto:/i, '')),
    title: line(text('TITLE')),
    websiteUrl: line((preferred(lines, 'URL')?.value ?? '').replace(/\\([:;,\\])/g, '$1')),
    note: short(plainText(text('NOTE')).trim(), limits.contactNoteMax).trim(),
    birthday: birthday ?? '',
    gender: genderOf(text('GENDER') || text('X-GENDER')),
    photo: photo.data,
  })
  return success ? { contact: data, shortened } : null
}

/** Returns the preferred line of a property, otherwise the first non-empty one. */
function preferred(lines: readonly Line[], name: string): Line | undefined {
  const all = lines.filter((line) => line.name === name && line.value.trim() !== '')
  const isPreferred = ({ params }: Line) =>
    params.some(({ name, value }) => name === 'PREF' || value.split(',').includes('PREF'))
  return all.find(isPreferred) ?? all[0]
}

/**
 * Splits a display name, for cards without a structured one. In an organization's own card it is the
 * organization's name.
 */
function namesIn(shown: string, organization: string) {
  if (shown === '' || shown === organization) return { first: '', middle: '', family: '' }
  const words = shown.split(/\s+/)
  const family = words.length > 1 ? (words.at(-1) ?? '') : ''
  return { first: words.slice(0, family ? -1 : undefined).join(' '), middle: '', family }
}

/** The placeholder year that Apple writes for a birthday without a year (a leap year). */
const noYear = '1604'

/** Returns the birthday; '' if there is none, null if it cannot be stored, such as one without a year. */
function dayOf(line: Line | undefined): string | null {
  if (!line) return ''
  const [, year, month, day] = /^\s*(\d{4})-?(\d{2})-?(\d{2})(?:\D|$)/.exec(unescaped(line.value)) ?? []
  const omitted = line.params.find(({ name }) => name === 'X-APPLE-OMIT-YEAR')?.value ?? noYear
  const iso = `${year}-${month}-${day}`
  return year !== omitted && year !== noYear && Contact.shape.birthday.safeParse(iso).success ? iso : null
}

function genderOf(text: string): Contact['gender'] {
  const first = text.trim().charAt(0).toUpperCase()
  if (first === 'M') return 'true'
  return first === 'F' ? 'false' : ''
}

/** Returns an embedded photo. Linked photos are never fetched. */
function photoOf(line: Line | undefined): { data: string; unfit: boolean } {
  if (!line) return { data: '', unfit: false }
  const value = line.value.replace(/\s/g, '')
  const [, dataType, dataBase64] =
    /^data:image\/(\w+);base64,(.*)$/i.exec(value.replace(/\\([,;])/g, '$1')) ?? []
  const values = line.params.map(({ value: one }) => one)
  const isInline = values.some((one) => one === 'B' || one === 'BASE64')
  const type = dataType ?? (isInline ? values.find((one) => /^(IMAGE\/)?(JPE?G|PNG)$/.test(one)) : undefined)
  const base64 = dataBase64 ?? value
  const kind = /PNG/i.test(type ?? '') || base64.startsWith('iVBOR') ? 'png' : 'jpeg'
  const data = `data:image/${kind};base64,${base64}`
  const fits = (dataType !== undefined || isInline) && Contact.shape.photo.safeParse(data).success
  return fits ? { data, unfit: false } : { data: '', unfit: true }
}
