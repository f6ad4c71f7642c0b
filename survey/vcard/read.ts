import { Contact } from '#contract/accounts/contacts.ts'
import { limits } from '#contract/limits.ts'
import { oneLine } from '#contract/rules/one-line.ts'
import { cut, plainText } from '#contract/rules/plain-text.ts'
import { type Line, parseLine, partsOf, unescaped, unfold } from './line.ts'

/** Text of bytes in a character set by its name; of one that is unknown, as good as it can. */
export type Decode = (bytes: Uint8Array, charset: string) => string

export interface ReadCards {
  readonly contacts: readonly Contact[]
  /** Cards that have no end, or neither a name nor an organization. */
  readonly unread: number
  /** Something was longer than it is kept, or is of a kind that is not kept. */
  readonly shortened: boolean
}

/** All cards of a file, of version 2.1, 3.0 or 4.0. What a contact has no place for is passed over. */
export function readVcards(text: string, decode: Decode): ReadCards {
  const contacts: Contact[] = []
  let [unread, shortened] = [0, false]
  for (const lines of cardsIn(text)) {
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
  for (const raw of unfold(text.replace(/^\ufeff/, ''))) {
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

function decoded(line: Line, decode: Decode): Line {
  const is = (wanted: string) => line.params.some(({ value }) => value === wanted)
  if (!is('QUOTED-PRINTABLE')) return line
  const charset = line.params.find(({ name }) => name === 'CHARSET')?.value ?? 'UTF-8'
  const bytes: number[] = []
  // A line's end within a value stands as =0D=0A; semicolons of the value itself are escaped as elsewhere.
  for (const [piece] of line.value.replace(/=[ \t]*\n/g, '').matchAll(/=[\dA-F]{2}|[\s\S]/gi)) {
    bytes.push(piece.length === 3 ? Number.parseInt(piece.slice(1), 16) : piece.charCodeAt(0) & 0xff)
  }
  return { ...line, value: decode(Uint8Array.from(bytes), charset) }
}

function contactOf(lines: readonly Line[]): { contact: Contact; shortened: boolean } | null {
  let shortened = false
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
  shortened ||= photo.unfit
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
    birthday: dayOf(text('BDAY')),
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

/** Only whole days: of a birthday without a year nothing is kept. */
function dayOf(text: string): string {
  const [, year, month, day] = /^\s*(\d{4})-?(\d{2})-?(\d{2})(?:\D|$)/.exec(text) ?? []
  const iso = `${year}-${month}-${day}`
  return Contact.shape.birthday.safeParse(iso).success ? iso : ''
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
