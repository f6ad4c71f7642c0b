import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold, unfold } from './line.ts'
import { type Decode, readVcards } from './read.ts'

const decode: Decode = (bytes, charset) => {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

type CardLine = string | readonly (string | readonly number[])[]

/** Reads a card whose lines are text or a mix of text and bytes. */
function read(...lines: readonly CardLine[]) {
  const pieces = ['BEGIN:VCARD', ...lines, 'END:VCARD'].flatMap((line) =>
    typeof line === 'string' ? [line, '\r\n'] : [...line, '\r\n'],
  )
  const bytes = pieces.map((piece) =>
    typeof piece === 'string' ? Buffer.from(piece) : Buffer.from([...piece]),
  )
  return readVcards(Buffer.concat(bytes), decode)
}

describe("decodes 8-bit text in the line's charset", () => {
  test.each([
    ['SHIFT_JIS', [0x8e, 0x52, 0x93, 0x63, 0x3b, 0x91, 0xbe, 0x98, 0x59], '山田', '太郎'],
    // The second byte of the character is a backslash, which is not an escape.
    ['SHIFT_JIS', [0x83, 0x5c, 0x3b, 0x91, 0xbe], 'ソ', '太'],
    ['CP932', [0x8e, 0x52, 0x3b, 0x91, 0xbe], '山', '太'],
    ['ISO-2022-JP', [0x1b, 0x24, 0x42, 0x3b, 0x33, 0x1b, 0x28, 0x42, 0x3b, 0x41], '山', 'A'],
    ['KOI8-R', [0xe9, 0xd7, 0xc1, 0xce, 0x3b, 0xe1], 'Иван', 'А'],
    ['MACINTOSH', [0x4d, 0x9f, 0x6c, 0x3b, 0x4a, 0x9a, 0x72, 0x67], 'Mül', 'Jörg'],
    ['MacRoman', [0x4d, 0x9f, 0x6c, 0x3b, 0x4a, 0x9a, 0x72, 0x67], 'Mül', 'Jörg'],
    ['ISO-8859-2', [0xa3, 0xf3, 0x64, 0xbc, 0x3b, 0x41], 'Łódź', 'A'],
    ['UTF-8', [...Buffer.from('Müller;Ana')], 'Müller', 'Ana'],
  ])('%s', (charset, octets, lastName, firstName) => {
    const { contacts, shortened } = read([`N;CHARSET=${charset}:`, octets])
    expect([contacts[0]?.lastName, contacts[0]?.firstName, shortened]).toEqual([lastName, firstName, false])
  })

  test('decodes each line separately, as UTF-8 or windows-1252 without a charset', () => {
    const { contacts, shortened } = read(
      ['N;CHARSET=KOI8-R:', [0xe9, 0xd7, 0xc1, 0xce]],
      ['ORG:', [...Buffer.from('Café')]],
      ['TITLE:', [0x43, 0x61, 0x66, 0xe9]],
    )
    expect(contacts[0]).toMatchObject({ lastName: 'Иван', organization: 'Café', title: 'Café' })
    expect(shortened).toBe(false)
  })

  test('reports an unknown charset unless the text is ASCII', () => {
    expect(read(['N;CHARSET=EBCDIC:', [0xe9]])).toMatchObject({ shortened: true })
    expect(read('N;CHARSET=EBCDIC:Hill')).toMatchObject({
      shortened: false,
      contacts: [{ lastName: 'Hill' }],
    })
  })

  test("decodes quoted-printable in the line's charset", () => {
    const { contacts } = read('N;CHARSET=SHIFT_JIS;ENCODING=QUOTED-PRINTABLE:=83=5C;=91=BE=98=59')
    expect(contacts[0]).toMatchObject({ lastName: 'ソ', firstName: '太郎' })
  })
})

test('unfolds a line that was folded inside a character', () => {
  const name = 'Zoë 山田 🏠 Fold'
  const line = Buffer.from(`FN:${name}`)
  for (let at = 3; at < line.length; at += 1) {
    const { contacts } = read([[...line.subarray(0, at)], '\r\n ', [...line.subarray(at)]])
    expect(`${contacts[0]?.firstName} ${contacts[0]?.lastName}`).toBe(name)
  }
})

test('unfolds octets like characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const line = `NOTE:${text.replace(/[\r\n]/g, '')}`
      const octets = (words: string) => Buffer.from(words).toString('latin1')
      expect(unfold(octets(fold(line)))[0]).toBe(octets(line))
    }),
  )
})

test.each([
  ['N;ENCODING=QUOTED-PRINTABLE:Hill=3B Sons;Ana', 'Hill; Sons', 'Ana'],
  ['N;ENCODING=QUOTED-PRINTABLE:Hill=5C=3B Sons;Ana', 'Hill; Sons', 'Ana'],
  ['N;ENCODING=QUOTED-PRINTABLE:Hill=5C; Sons;Ana', 'Hill; Sons', 'Ana'],
  ['N;ENCODING=QUOTED-PRINTABLE:Hill\\; Sons;Ana', 'Hill; Sons', 'Ana'],
  ['N;ENCODING=QUOTED-PRINTABLE:Hill=2C Sons=3b;Ana', 'Hill, Sons;', 'Ana'],
])('%s', (line, lastName, firstName) => {
  expect(read(line).contacts[0]).toMatchObject({ lastName, firstName })
})

test('keeps a semicolon in a note in any notation', () => {
  const { contacts } = read('FN:Ana', 'NOTE;ENCODING=QUOTED-PRINTABLE:a=3Bb;c\\;d')
  expect(contacts[0]?.note).toBe('a;b;c;d')
})

describe('drops and reports a birthday without a year', () => {
  test.each([
    'BDAY;X-APPLE-OMIT-YEAR=1604:1604-05-17',
    'BDAY;VALUE=date;X-APPLE-OMIT-YEAR=1904:1904-05-17',
    'BDAY:1604-05-17',
    'BDAY:--0517',
    'BDAY:--05-17',
    'BDAY:---17',
  ])('%s', (line) => {
    const { contacts, shortened } = read('FN:Ana', line)
    expect([contacts[0]?.birthday, shortened]).toEqual(['', true])
  })

  test("stores a birthday with a year despite Apple's parameter", () => {
    const { contacts, shortened } = read('FN:Ana', 'BDAY;X-APPLE-OMIT-YEAR=1604:1980-05-17T00:00:00Z')
    expect([contacts[0]?.birthday, shortened]).toEqual(['1980-05-17', false])
  })
})
