import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { jpeg } from './pictures.ts'

/** A file that surveys reject, with its upload name. */
export interface BadFile {
  readonly what: string
  readonly filename: string
  readonly make: () => Promise<Uint8Array> | Uint8Array
  readonly says: 'format' | 'unreadable' | 'pixels' | 'photo size' | 'video size'
}

const samples = join(import.meta.dirname, '..', 'files', 'testing')
const megabyte = 1024 * 1024
const latin = (text: string) => Buffer.from(text, 'latin1')
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const sample = (name: string) => readFile(join(samples, name))
const padded = (head: Buffer, length = 4_000) => Buffer.concat([head, Buffer.alloc(length)])

/** Returns a picture with its declared size overwritten. */
async function claiming(picture: Buffer, write: (bytes: Buffer) => void): Promise<Buffer> {
  const bytes = Buffer.from(picture)
  write(bytes)
  return bytes
}

const large = () => jpeg({ width: 1200, height: 900 })
const pixels = () => sharp({ create: { width: 64, height: 48, channels: 3, background: '#369' } })
const bomb = 60_000

async function jpegBomb(): Promise<Buffer> {
  return claiming(await jpeg(), (bytes) => {
    const frame = bytes.indexOf(hex('ffc0'))
    bytes.writeUInt16BE(bomb, frame + 5)
    bytes.writeUInt16BE(bomb, frame + 7)
  })
}

/** With a valid header checksum, so that only the size is wrong. */
async function pngBomb(): Promise<Buffer> {
  const { crc32 } = await import('node:zlib')
  return claiming(await pixels().png().toBuffer(), (bytes) => {
    bytes.writeUInt32BE(bomb, 16)
    bytes.writeUInt32BE(bomb, 20)
    bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  })
}

async function heicBomb(): Promise<Buffer> {
  return claiming(await sample('turned.heic'), (bytes) => {
    const size = bytes.indexOf('ispe') + 8
    bytes.writeUInt32BE(12_000, size)
    bytes.writeUInt32BE(9_000, size + 4)
  })
}

function bmpHead(width: number, height: number, { bits = 24, compression = 0 } = {}): Buffer {
  const head = Buffer.alloc(54)
  head.write('BM')
  head.writeUInt32LE(54, 10)
  head.writeUInt32LE(40, 14)
  head.writeInt32LE(width, 18)
  head.writeInt32LE(height, 22)
  head.writeUInt16LE(1, 26)
  head.writeUInt16LE(bits, 28)
  head.writeUInt32LE(compression, 30)
  return head
}

/** One directory: width, height, 8 bits of grey, one strip; `next` may point back to itself. */
function tiff(side: number, { next = 0, strip = 8, bytes = 1 } = {}): Buffer {
  const tags = [
    [256, 4, side],
    [257, 4, side],
    [258, 3, 8],
    [259, 3, 1],
    [262, 3, 1],
    [273, 4, strip],
    [277, 3, 1],
    [278, 4, side],
    [279, 4, bytes],
  ] as const
  const file = Buffer.alloc(8 + 2 + tags.length * 12 + 4)
  file.write('II*\0', 'latin1')
  file.writeUInt32LE(8, 4)
  file.writeUInt16LE(tags.length, 8)
  for (const [row, [tag, type, value]] of tags.entries()) {
    const at = 10 + row * 12
    file.writeUInt16LE(tag, at)
    file.writeUInt16LE(type, at + 2)
    file.writeUInt32LE(1, at + 4)
    if (type === 3) file.writeUInt16LE(value, at + 8)
    else file.writeUInt32LE(value, at + 8)
  }
  file.writeUInt32LE(next, file.length - 4)
  return file
}

/** As many one-pixel frames as fit in ten megabytes. */
export function endlessGif(): Buffer {
  const head = hex('474946383961 0100 0100 80 00 00 000000 ffffff')
  const frame = hex('2c 0000 0000 0100 0100 00 02 02 4401 00')
  const frames = Math.floor((10 * megabyte - head.length - 1) / frame.length)
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), hex('3b')])
}

function box(type: string, ...inside: readonly Buffer[]): Buffer {
  const body = Buffer.concat(inside)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}
const ftyp = (brand: string) => box('ftyp', latin(`${brand}\0\0\0\0${brand}`))

const page = '<!doctype html><html><script>alert(document.cookie)</script></html>'
const vector = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
const laughs = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "${'ha'.repeat(500)}"><!ENTITY c "&b;&b;&b;">]>${vector}`

/** Detected by the first bytes: files of other types under any name. */
const strangers: readonly BadFile[] = [
  { what: 'an empty file', filename: 'empty.jpg', make: () => Buffer.alloc(0) },
  { what: 'a single byte', filename: 'one.png', make: () => Buffer.from([0xff]) },
  { what: 'a Windows program', filename: 'roof.jpg', make: () => padded(latin('MZ\x90\0\x03\0\0\0')) },
  { what: 'a Linux program', filename: 'tour.mp4', make: () => padded(hex('7f454c46 020101')) },
  { what: 'a vector picture', filename: 'plan.png', make: () => latin(vector) },
  { what: 'a vector picture that explodes', filename: 'plan.gif', make: () => latin(laughs) },
  { what: 'a web page', filename: 'page.jpg', make: () => latin(page) },
  { what: 'a PDF', filename: 'report.jpeg', make: () => padded(latin('%PDF-1.7\n')) },
  { what: 'a zip', filename: 'photos.heic', make: () => padded(latin('PK\x03\x04')) },
  { what: 'a gzip', filename: 'photos.gif', make: () => padded(hex('1f8b0800')) },
  {
    what: "a text that begins with 'BM'",
    filename: 'note.bmp',
    make: () => latin(`BMW. ${'Words. '.repeat(50)}`),
  },
  { what: 'WebP', filename: 'gate.jpg', make: () => pixels().webp().toBuffer() },
  { what: 'AVIF', filename: 'gate.heic', make: () => padded(ftyp('avif')) },
  { what: 'sound in a box', filename: 'voice.mp4', make: () => padded(ftyp('M4A ')) },
  { what: 'MP3', filename: 'voice.mpeg', make: () => padded(latin('ID3\x04')) },
  { what: 'WAV', filename: 'voice.avi', make: () => padded(latin('RIFF\x10\0\0\0WAVEfmt ')) },
  { what: 'a playlist', filename: 'tour.mov', make: () => latin('#EXTM3U\nfile:///etc/passwd\n') },
  {
    what: 'a list for ffmpeg',
    filename: 'tour.mkv',
    make: () => latin('ffconcat version 1.0\nfile /etc/passwd\n'),
  },
  { what: 'EBML of another kind', filename: 'tour.webm', make: () => padded(hex('1a45dfa3 84 4282 81 78')) },
  { what: 'noise', filename: 'noise.tiff', make: () => Buffer.from('x7'.repeat(4_000)) },
].map((file) => ({ ...file, says: 'format' as const }))

/** Files that begin like pictures but are not. */
const brokenPhotos: readonly BadFile[] = [
  {
    what: 'a JPEG that is cut off',
    filename: 'cut.jpg',
    make: async () => (await large()).subarray(0, 2_000),
  },
  { what: 'the head of a JPEG', filename: 'head.jpg', make: async () => (await large()).subarray(0, 20) },
  { what: 'a JPEG of zeros', filename: 'zeros.jpg', make: () => padded(hex('ffd8ffe0 0010 4a464946')) },
  { what: 'a JPEG of 60,000 × 60,000', filename: 'bomb.jpg', make: jpegBomb },
  {
    what: 'a JPEG that is a zip too',
    filename: 'two.jpg',
    make: async () => Buffer.concat([await jpeg(), latin('PK\x05\x06'), Buffer.alloc(18)]),
  },
  {
    what: 'a JPEG with a page in it',
    filename: 'page.jpg',
    make: async () => withComment(await jpeg(), page),
  },
  {
    what: 'a PNG that is cut off',
    filename: 'cut.png',
    make: async () => (await pixels().png().toBuffer()).subarray(0, 100),
  },
  {
    what: 'the head of a PNG',
    filename: 'head.png',
    make: async () => (await pixels().png().toBuffer()).subarray(0, 33),
  },
  { what: 'a PNG of 60,000 × 60,000', filename: 'bomb.png', make: pngBomb },
  {
    what: 'a PNG with damaged data',
    filename: 'bad.png',
    make: async () => claiming(await pixels().png().toBuffer(), (b) => b.fill(0x55, 60, b.length - 20)),
  },
  {
    what: 'a HEIC that is cut off',
    filename: 'cut.heic',
    make: async () => (await sample('turned.heic')).subarray(0, 600),
  },
  { what: 'a HEIC with nothing in it', filename: 'head.heic', make: () => padded(ftyp('heic')) },
  {
    what: 'a GIF of 65,535 × 65,535',
    filename: 'bomb.gif',
    make: () => padded(hex('474946383961 ffff ffff 80 00 00 000000 ffffff 2c 0000 0000 ffff ffff 00 02')),
  },
  { what: 'the head of a GIF', filename: 'head.gif', make: () => latin('GIF89a') },
  { what: 'a TIFF of 60,000 × 60,000', filename: 'bomb.tiff', make: () => tiff(bomb) },
  {
    what: 'a TIFF whose directory leads to itself',
    filename: 'loop.tif',
    make: () => tiff(8, { next: 8, strip: 4_000_000_000, bytes: 64 }),
  },
  { what: 'a TIFF without a directory', filename: 'none.tiff', make: () => padded(hex('49492a00 ffffff7f')) },
  { what: 'a BMP of 60,000 × 60,000', filename: 'bomb.bmp', make: () => padded(bmpHead(bomb, bomb)) },
  { what: 'a BMP without its pixels', filename: 'none.bmp', make: () => bmpHead(640, 480) },
  { what: 'a BMP of negative width', filename: 'less.bmp', make: () => padded(bmpHead(-640, 480)) },
  {
    what: 'a BMP that holds a JPEG',
    filename: 'held.bmp',
    make: () => padded(bmpHead(64, 48, { bits: 8, compression: 4 })),
  },
  { what: 'a HEIC of 12,000 × 9,000', filename: 'bomb.heic', make: heicBomb },
].map((file) => ({
  ...file,
  says: file.filename.startsWith('bomb.') ? ('pixels' as const) : ('unreadable' as const),
}))

/** Files that begin like videos but contain none. */
const brokenVideos: readonly BadFile[] = [
  {
    what: 'an MP4 that is cut off',
    filename: 'cut.mp4',
    make: async () => (await sample('located.mp4')).subarray(0, 200),
  },
  {
    what: 'an MP4 with nothing in it',
    filename: 'none.mp4',
    make: () => Buffer.concat([ftyp('isom'), box('moov'), box('mdat')]),
  },
  {
    what: 'a MOV of noise',
    filename: 'noise.mov',
    make: () => Buffer.concat([box('wide'), latin('\0\0\x10\0mdat'), Buffer.alloc(4_088, 0x5a)]),
  },
  {
    what: 'a box that is larger than its file',
    filename: 'more.mp4',
    make: () => Buffer.concat([ftyp('mp42'), latin('\x7f\xff\xff\xffmoov')]),
  },
  { what: 'the head of an AVI', filename: 'head.avi', make: () => padded(latin('RIFF\x10\0\0\0AVI LIST')) },
  {
    what: 'the head of a WebM',
    filename: 'head.webm',
    make: () => padded(Buffer.concat([hex('1a45dfa3 9f 4286 81 01 4282 84'), latin('webm')])),
  },
  { what: 'the head of an MPEG', filename: 'head.mpeg', make: () => padded(hex('000001ba 44000400')) },
  {
    what: 'the head of a WMV',
    filename: 'head.wmv',
    make: () => padded(hex('3026b2758e66cf11a6d900aa0062ce6c')),
  },
].map((file) => ({ ...file, says: 'unreadable' as const }))

const tooLarge: readonly BadFile[] = [
  {
    what: 'a photo over 10 MB',
    filename: 'big.jpg',
    says: 'photo size',
    make: () => Buffer.alloc(10 * megabyte + 1),
  },
  {
    what: 'a video over 20 MB',
    filename: 'long.mp4',
    says: 'video size',
    make: () => Buffer.alloc(20 * megabyte + 1),
  },
]

export const badFiles: readonly BadFile[] = [...strangers, ...brokenPhotos, ...brokenVideos, ...tooLarge]

function withComment(picture: Buffer, text: string): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt16BE(0xfffe)
  head.writeUInt16BE(text.length + 2, 2)
  return Buffer.concat([picture.subarray(0, 2), head, latin(text), picture.subarray(2)])
}
