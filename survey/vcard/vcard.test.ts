import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Contact } from '#contract/accounts/contacts.ts'
import { limits } from '#contract/limits.ts'
import { fold, octetsOf, unfold } from './line.ts'
import { type Decode, readVcards } from './read.ts'
import { writeVcard } from './write.ts'

const decode: Decode = (bytes, charset) => {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
const readText = (text: string) => readVcards(new TextEncoder().encode(text), decode)
const read = (...lines: string[]) => readText(lines.join('\r\n'))
const first = (...lines: string[]) => read('BEGIN:VCARD', ...lines, 'END:VCARD').contacts[0]
const contact = (parts: Partial<Contact>): Contact => Contact.parse({ firstName: 'Ana', ...parts })

/** Characters with a meaning in cards, and characters of one to four octets. */
const sign = fc.constantFrom(
  ...'aZ ,;:\\"=\n\t^.-ñß中é\u0301\u2028'.split(''),
  '🏠',
  '\r\n',
  'END:VCARD',
  '=3D',
)
const words = (most: number) => fc.string({ unit: sign, maxLength: most })
const anyContact: fc.Arbitrary<Contact> = fc
  .record({
    firstName: words(30),
    middleName: words(30),
    lastName: words(30),
    organization: words(30),
    contactNumber: fc.stringMatching(/^[+\d ()-]{0,20}$/),
    email: fc.oneof(fc.constant(''), fc.emailAddress()),
    title: words(60),
    websiteUrl: fc.oneof(fc.constant(''), fc.webUrl()),
    note: words(300),
    birthday: fc.oneof(
      fc.constant(''),
      fc
        .date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
        .map((day) => day.toISOString().slice(0, 10)),
    ),
    gender: fc.constantFrom('', 'true', 'false'),
    photo: fc.oneof(
      fc.constant(''),
      fc
        .tuple(fc.constantFrom('jpeg', 'png'), fc.uint8Array({ minLength: 3, maxLength: 300 }))
        .map(([kind, bytes]) => `data:image/${kind};base64,${Buffer.from(bytes).toString('base64')}`)
        // The reader detects PNG by the first bytes, not by the declared type.
        .filter((data) => !data.startsWith('data:image/jpeg;base64,iVBOR')),
    ),
  })
  .map((parts) => Contact.safeParse(parts))
  .filter(({ success }) => success)
  .map(({ data }) => data as Contact)

describe('round trip', () => {
  test.each(['3.0', '4.0'] as const)('reads back several written contacts in version %s', (version) => {
    fc.assert(
      fc.property(fc.array(anyContact, { minLength: 1, maxLength: 4 }), (contacts) => {
        const file = contacts.map((one) => writeVcard(one, version)).join('')
        expect(readText(file)).toEqual({ contacts, unread: 0, shortened: false })
        // Other systems end lines with \n.
        expect(readText(file.replaceAll('\r\n', '\n')).contacts).toEqual(contacts)
      }),
    )
  })

  test('folds lines to 75 octets without splitting a character', () => {
    fc.assert(
      fc.property(words(400), (text) => {
        const line = `NOTE:${text.replaceAll(/[\r\n]/g, '')}`
        const pieces = fold(line).split('\r\n')
        expect(pieces.pop()).toBe('')
        for (const piece of pieces) {
          expect(Buffer.byteLength(piece)).toBeLessThanOrEqual(75)
          expect(piece.isWellFormed()).toBe(true)
        }
        expect(unfold(fold(line))[0]).toBe(line)
      }),
    )
    expect([...'aé中🏠'].map(octetsOf)).toEqual([1, 2, 3, 4])
  })
})

describe('written cards', () => {
  test('write 3.0 with escapes, X-GENDER and a base64 photo', () => {
    const card = writeVcard(
      contact({
        lastName: 'Pérez; Hill',
        note: 'One,\ntwo',
        birthday: '1980-05-01',
        gender: 'true',
        photo: 'data:image/png;base64,iVBORw0K',
      }),
      '3.0',
    )
    for (const line of [
      'VERSION:3.0',
      'N:Pérez\\; Hill;Ana;;;',
      'FN:Ana Pérez\\; Hill',
      'NOTE:One\\,\\ntwo',
      'BDAY:1980-05-01',
      'X-GENDER:Male',
      'PHOTO;ENCODING=b;TYPE=PNG:iVBORw0K',
    ])
      expect(card.split('\r\n')).toContain(line)
  })

  test('write 4.0 with GENDER and a data URI photo', () => {
    const card = writeVcard(
      contact({ birthday: '1980-05-01', gender: 'false', photo: 'data:image/jpeg;base64,AAAA' }),
      '4.0',
    )
    for (const line of ['VERSION:4.0', 'BDAY:19800501', 'GENDER:F', 'PHOTO:data:image/jpeg;base64,AAAA'])
      expect(card.split('\r\n')).toContain(line)
  })
})

describe('cards of other programs', () => {
  test('read version 2.1 with quoted-printable, charsets and soft line breaks', () => {
    expect(
      first(
        'VERSION:2.1',
        'N;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:M=FCller;J=F6rg;;Dr.;',
        'TEL;CELL;VOICE:+49 151 1234',
        'NOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Caf=C3=A9=0D=0Aat the =',
        'corner',
      ),
    ).toEqual(
      contact({
        firstName: 'Jörg',
        lastName: 'Müller',
        contactNumber: '+49 151 1234',
        note: 'Café\nat the corner',
      }),
    )
  })

  test('read a folded photo, groups, a preferred number and a display name', () => {
    expect(
      first(
        'item1.TEL;TYPE=HOME:111',
        'item2.TEL;TYPE="cell,pref":222',
        'FN:Ana María Hill',
        'PHOTO;JPEG;ENCODING=BASE64:',
        ' /9j/4AAQ',
        ' SkZJRg==',
        '',
        'URL;TYPE="a:b":https\\://example.com/a,b',
        'BDAY:1980-02-30',
      ),
    ).toEqual(
      contact({
        firstName: 'Ana María',
        lastName: 'Hill',
        contactNumber: '222',
        photo: 'data:image/jpeg;base64,/9j/4AAQSkZJRg==',
        websiteUrl: 'https://example.com/a,b',
      }),
    )
  })

  test('read an organization without a person and join its units', () => {
    const read = first('N:;;;;', 'FN:Hill Homes', 'ORG:Hill Homes')
    expect([read?.organization, read?.firstName]).toEqual(['Hill Homes', ''])
    expect(first('FN:Ana', 'ORG:Hill Homes;Wiring\\; west')?.organization).toBe('Hill Homes, Wiring; west')
  })

  test('skip and report photos that are linked or not pictures', () => {
    for (const photo of [
      'PHOTO;VALUE=uri:https://example.com/a.jpg',
      'PHOTO:data:image/svg+xml;base64,AAAA',
      'PHOTO;ENCODING=b;TYPE=JPEG:<script>',
    ]) {
      const found = read('BEGIN:VCARD', 'FN:Ana', photo, 'END:VCARD')
      expect([found.contacts[0]?.photo, found.shortened]).toEqual(['', true])
    }
  })

  test('cut and report a value that is too long without splitting a character', () => {
    const found = read('BEGIN:VCARD', `FN:Ana`, `TITLE:${'🏠'.repeat(limits.contactLineMax)}`, 'END:VCARD')
    expect(found.shortened).toBe(true)
    expect(found.contacts[0]?.title).toBe('🏠'.repeat(limits.contactLineMax / 2))
  })

  test('count cards without a name or end and skip nested cards', () => {
    const found = read(
      'rubbish',
      'BEGIN:VCARD',
      'TEL:1',
      'END:VCARD',
      'BEGIN:VCARD',
      'FN:Ana',
      'AGENT:',
      'BEGIN:VCARD',
      'FN:Bea',
      'END:VCARD',
      'END:VCARD',
      'BEGIN:VCARD',
      'FN:Cut off',
    )
    expect([found.contacts.map(({ firstName }) => firstName), found.unread]).toEqual([['Ana'], 2])
    expect(read('<html>').contacts).toEqual([])
  })

  test('never throw for any text', () => {
    fc.assert(
      fc.property(fc.array(words(80)), (lines) => {
        expect(read('BEGIN:VCARD', ...lines, 'END:VCARD').contacts.length).toBeLessThanOrEqual(
          lines.length + 1,
        )
      }),
    )
  })
})
