import { Contact } from '#contract/accounts/contacts.ts'
import { limits } from '#contract/limits.ts'
import { oneLine } from '#contract/rules/one-line.ts'
import { cut, plainText } from '#contract/rules/plain-text.ts'
import { type Line, octetsAsText, parseLine, partsOf, unescaped, unfold } from './line.ts'

/** Returns the text of bytes in a charset; null = the charset is unknown, or the bytes are not in it. */
export type Decode = (bytes: Uint8Array, charset: string) => string | null

export interface ReadCards {
  readonly contacts: readonly Contact[]
  /** Cards that have no end, or neither a name nor an organization. */
  readonly unread: number
  /** Something was longer than it is stored, is of a kind that is not stored, or is in a charset that cannot be read. */
  readonly shortened: boolean
}

/**
 * All cards of a file, of version 2.1, 3.0 or 4.0. Reads bytes: a line may be folded inside of a character, and each
 * value may name its own charset. What a contact has no place for is passed over.
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

/** The lines of each card; null where it does not end. A card within a card belongs to what it stands in. */
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
  /** The charset that it names is unknown. */
  readonly isDoubtful?: boolean
}

/** Charsets that cards call by other names than the Encoding Standard. */
const charsets: Readonly<Record<string, string>> = {
  MACROMAN: 'macintosh',
  'MAC-ROMAN': 'macintosh',
  MAC_ROMAN: 'macintosh',
  CP932: 'shift_jis',
  ANSI: 'windows-1252',
}

/** A line with its value as text, in which separators are still escaped. */
function decoded(line: Line, decode: Decode): DecodedLine {
  const named = line.params.find(({ name }) => name === 'CHARSET')?.value
  let isDoubtful = false
  const textOf = (octets: string) => {
    const bytes = Uint8Array.from(octets, (octet) => octet.charCodeAt(0))
    const told = named === undefined ? null : decode(bytes, charsets[named] ?? named)
    if (told !== null) return told
    const text = decode(bytes, 'utf-8')
    // Old address books wrote the charset of Windows and named none. It has a character for every byte.
    isDoubtful ||= named !== undefined && /[^\0-\x7f]/.test(octets)
    return text ?? decode(bytes, 'windows-1252') ?? octets
  }
  const isQuoted = line.params.some(({ value }) => value === 'QUOTED-PRINTABLE')
  const value = isQuoted ? quotedText(line.value, textOf) : textOf(line.value)
  return { ...line, value, isDoubtful }
}

/** Of quoted-printable: a semicolon that is written as =3B is part of the value, and separates nothing. */
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

/** Of several lines of a name the one that is marked as preferred, else the first that says something. */
function preferred(lines: readonly Line[], name: string): Line | undefined {
  const all = lines.filter((line) => line.name === name && line.value.trim() !== '')
  const isPreferred = ({ params }: Line) =>
    params.some(({ name, value }) => name === 'PREF' || value.split(',').includes('PREF'))
  return all.find(isPreferred) ?? all[0]
}

/** A card may have only the name as it is shown. An organization's own card shows its name there. */
function namesIn(shown: string, organization: string) {
  if (shown === '' || shown === organization) return { first: '', middle: '', family: '' }
  const words = shown.split(/\s+/)
  const family = words.length > 1 ? (words.at(-1) ?? '') : ''
  return { first: words.slice(0, family ? -1 : undefined).join(' '), middle: '', family }
}

/** Apple writes this year for a birthday without one: it was a leap year. */
const noYear = '1604'

/** '' = the card has none; null = a birthday that cannot be stored, as one without a year. */
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

/** Of a picture elsewhere nothing is fetched. */
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
