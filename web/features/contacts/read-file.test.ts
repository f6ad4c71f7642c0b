import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { readVcardFile } from './read-file.ts'

const card = 'BEGIN:VCARD\r\nN:Müller;Jörg\r\nEND:VCARD\r\n'
const names = async (bytes: BlobPart[], name = 'a.vcf', type = '') =>
  (await readVcardFile(new File(bytes, name, { type })))?.contacts.map(({ lastName }) => lastName)

test('a file in UTF-8, with and without its mark, in UTF-16 and in Windows’ own characters', async () => {
  expect(await names([card])).toEqual(['Müller'])
  expect(await names(['\ufeff', card])).toEqual(['Müller'])
  expect(await names([Uint8Array.from(Buffer.from(`\ufeff${card}`, 'utf16le'))])).toEqual(['Müller'])
  expect(await names([Uint8Array.from(Buffer.from(card, 'latin1'))])).toEqual(['Müller'])
})

test('a character set that nobody knows is read as good as it can', async () => {
  const odd = 'BEGIN:VCARD\nN;CHARSET=KLINGON;ENCODING=QUOTED-PRINTABLE:M=FCller\nEND:VCARD'
  expect(await names([odd])).toEqual(['Müller'])
})

test('what is no vCard is none, whatever its name; nor is one without the name or type, or too large', async () => {
  expect(await names(['<html>'])).toBeUndefined()
  expect(await names([card], 'a.txt')).toBeUndefined()
  expect(await names([card], 'a', 'text/vcard')).toEqual(['Müller'])
  expect(await names([card, ' '.repeat(limits.vcardFileBytes)])).toBeUndefined()
})
