import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { readVcardFile } from './use-contact-form.ts'

const card = 'BEGIN:VCARD\r\nN:Müller;Jörg\r\nEND:VCARD\r\n'
const names = async (bytes: BlobPart[], name = 'a.vcf', type = '') =>
  (await readVcardFile(new File(bytes, name, { type })))?.contacts.map(({ lastName }) => lastName)

test('reads UTF-8 with and without a byte order mark, UTF-16 and Windows-1252', async () => {
  expect(await names([card])).toEqual(['Müller'])
  expect(await names(['\ufeff', card])).toEqual(['Müller'])
  expect(await names([Uint8Array.from(Buffer.from(`\ufeff${card}`, 'utf16le'))])).toEqual(['Müller'])
  expect(await names([Uint8Array.from(Buffer.from(card, 'latin1'))])).toEqual(['Müller'])
})

test('decodes an unknown character set as far as possible', async () => {
  const odd = 'BEGIN:VCARD\nN;CHARSET=KLINGON;ENCODING=QUOTED-PRINTABLE:M=FCller\nEND:VCARD'
  expect(await names([odd])).toEqual(['Müller'])
})

test('rejects files that are not vCards, lack the extension and type, or are too large', async () => {
  expect(await names(['<html>'])).toBeUndefined()
  expect(await names([card], 'a.txt')).toBeUndefined()
  expect(await names([card], 'a', 'text/vcard')).toEqual(['Müller'])
  expect(await names([card, ' '.repeat(limits.vcardFileBytes)])).toBeUndefined()
})
