import { expect, test } from 'vitest'
import { detectKind, nameForType } from './file-kind.ts'

const latin = (text: string) => Buffer.from(text, 'latin1')
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const ftyp = (...brands: string[]) => {
  const box = Buffer.alloc(8 + brands.length * 4 + 4)
  box.writeUInt32BE(box.length)
  box.write(`ftyp${brands[0] ?? ''}\0\0\0\0${brands.slice(1).join('')}`, 4, 'latin1')
  return box
}
const bmp = (bits: number, planes = 1) => {
  const head = Buffer.alloc(54)
  head.write('BM')
  head.writeUInt32LE(54, 10)
  head.writeUInt32LE(40, 14)
  head.writeUInt16LE(planes, 26)
  head.writeUInt16LE(bits, 28)
  return head
}
const ebml = (type: string) =>
  Buffer.concat([hex('1a45dfa3 9f 4286 81 01 4282'), Buffer.from([0x80 + type.length]), latin(type)])

test.each([
  ['image/jpeg', hex('ffd8ffe0 0010 4a464946')],
  ['image/jpeg', hex('ffd8ffdb 0043')],
  ['image/png', Buffer.concat([hex('89504e470d0a1a0a 0000000d'), latin('IHDR')])],
  ['image/gif', latin('GIF89a\x01\x00')],
  ['image/gif', latin('GIF87a\x01\x00')],
  ['image/tiff', hex('49492a00 08000000')],
  ['image/tiff', hex('4d4d002a 00000010')],
  ['image/bmp', bmp(24)],
  ['image/heic', ftyp('heic', 'mif1')],
  ['image/heic', ftyp('mif1', 'heic')],
  ['video/mp4', ftyp('isom', 'avc1')],
  ['video/mp4', ftyp('mp42')],
  ['video/mp4', ftyp('3gp4')],
  ['video/quicktime', ftyp('qt  ')],
  ['video/quicktime', Buffer.concat([hex('00000008'), latin('wide'), hex('00001000'), latin('mdat')])],
  ['video/x-msvideo', latin('RIFF\x10\x00\x00\x00AVI LIST')],
  ['video/x-matroska', ebml('matroska')],
  ['video/webm', ebml('webm')],
  ['video/mpeg', hex('000001ba 44000400')],
  ['video/mpeg', hex('000001ba 21000100')],
  ['video/x-ms-wmv', hex('3026b2758e66cf11a6d900aa0062ce6c')],
])('%s is told by its first bytes', (type, head) => {
  expect(detectKind(head)?.type).toBe(type)
})

test.each([
  ['nothing at all', Buffer.alloc(0)],
  ['one byte', Buffer.from([0xff])],
  ['SVG', latin('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['HTML', latin('<!doctype html><script>alert(1)</script>')],
  ["text that begins with 'BM'", latin('BMW is a maker of cars, and this is a text about them.')],
  ['a BMP of two planes', bmp(24, 2)],
  ['a BMP of 3 bits', bmp(3)],
  ['WebP', latin('RIFF\x10\x00\x00\x00WEBPVP8 ')],
  ['AVIF', ftyp('avif', 'mif1')],
  ['AVIF that calls itself mif1', ftyp('mif1', 'avif')],
  ['sound in a box', ftyp('M4A ', 'isom')],
  ['EBML of another kind', ebml('fieldbook')],
  ['PDF', latin('%PDF-1.7\n')],
  ['zip', latin('PK\x03\x04')],
  ['a playlist', latin('#EXTM3U\n')],
  ['half a PNG signature', hex('89504e470d0a')],
])('%s is not on the list', (_, head) => {
  expect(detectKind(head)).toBeNull()
})

test.each([
  ['roof.png', 'image/jpeg', 'roof.jpg'],
  ['roof.PNG', 'image/png', 'roof.PNG'],
  ['roof.jpeg', 'image/jpeg', 'roof.jpeg'],
  ['IMG_0001.HEIC', 'image/jpeg', 'IMG_0001.jpg'],
  ['unit 4.2', 'image/jpeg', 'unit 4.2.jpg'],
  ['roof', 'image/jpeg', 'roof.jpg'],
  ['clip.mov', 'video/quicktime', 'clip.mov'],
  ['roof.png', 'application/octet-stream', 'roof.png'],
])('%s as %s is called %s: its name stays, its ending tells what it is', (name, type, called) => {
  expect(nameForType(name, type)).toBe(called)
})
