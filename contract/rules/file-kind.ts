import { claimedKind, extensionOf } from './file.ts'

/** A file's type by content, regardless of its name. */
export interface FileKind {
  readonly kind: 'photo' | 'video'
  /** The media type it is served with. */
  readonly type: MediaType
  /** Its file name extension in downloads, without the dot. */
  readonly extension: string
}

export type MediaType = PhotoType | VideoType
export type PhotoType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/tiff' | 'image/bmp' | 'image/heic'
export type VideoType =
  | 'video/mp4'
  | 'video/quicktime'
  | 'video/x-msvideo'
  | 'video/x-matroska'
  | 'video/webm'
  | 'video/mpeg'
  | 'video/x-ms-wmv'

/** Bytes of a file that the table needs. */
export const headBytes = 4096

/** All accepted types; others are rejected. A match is a claim; decoding is the proof. */
const table: readonly (FileKind & { readonly is: (head: Head) => boolean })[] = [
  { kind: 'photo', type: 'image/jpeg', extension: 'jpg', is: isJpeg },
  { kind: 'photo', type: 'image/png', extension: 'png', is: isPng },
  { kind: 'photo', type: 'image/gif', extension: 'gif', is: (h) => /^GIF8[79]a/.test(h.latin(0, 6)) },
  { kind: 'photo', type: 'image/tiff', extension: 'tiff', is: isTiff },
  { kind: 'photo', type: 'image/bmp', extension: 'bmp', is: isBmp },
  { kind: 'photo', type: 'image/heic', extension: 'heic', is: isHeic },
  { kind: 'video', type: 'video/quicktime', extension: 'mov', is: isQuickTime },
  { kind: 'video', type: 'video/mp4', extension: 'mp4', is: isMp4 },
  { kind: 'video', type: 'video/x-msvideo', extension: 'avi', is: isAvi },
  { kind: 'video', type: 'video/webm', extension: 'webm', is: (h) => docType(h) === 'webm' },
  { kind: 'video', type: 'video/x-matroska', extension: 'mkv', is: (h) => docType(h) === 'matroska' },
  { kind: 'video', type: 'video/mpeg', extension: 'mpeg', is: isMpeg },
  { kind: 'video', type: 'video/x-ms-wmv', extension: 'wmv', is: isWmv },
]

/** Detects a file's type by its first bytes; null = not accepted by surveys. */
export function detectKind(bytes: Uint8Array): FileKind | null {
  const head = headOf(bytes)
  const row = table.find(({ is }) => is(head))
  return row ? { kind: row.kind, type: row.type, extension: row.extension } : null
}

/** Returns the extension for a media type, without the dot. */
export function endingOf(type: string): string {
  return table.find((row) => row.type === type)?.extension ?? 'bin'
}

/** Common alternatives to the table's extensions. */
const alike: Readonly<Record<string, string>> = { jpeg: 'jpg', tif: 'tiff', heif: 'heic', mpg: 'mpeg' }

/** Returns a file name adapted to another type: 'roof.png' → 'roof.jpg'. */
export function nameForType(name: string, type: string): string {
  const ending = endingOf(type)
  const claimed = extensionOf(name)
  if (ending === 'bin' || (alike[claimed] ?? claimed) === ending) return name
  return `${claimedKind(name) ? name.slice(0, -claimed.length - 1) : name}.${ending}`
}

interface Head {
  readonly length: number
  readonly bytes: Uint8Array
  readonly view: DataView
  latin(start: number, end: number): string
  startsWith(hex: string): boolean
}

function headOf(all: Uint8Array): Head {
  const bytes = all.subarray(0, headBytes)
  const latin = (start: number, end: number) => String.fromCharCode(...bytes.subarray(start, end))
  return {
    length: bytes.length,
    bytes,
    view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    latin,
    startsWith: (hex) => {
      const wanted = hex.match(/../g) ?? []
      return wanted.every((pair, at) => bytes[at] === Number.parseInt(pair, 16))
    },
  }
}

function isJpeg(head: Head): boolean {
  const marker = head.bytes[3] ?? 0
  return head.startsWith('ffd8ff') && marker >= 0xc0 && marker <= 0xfe
}

function isPng(head: Head): boolean {
  return head.startsWith('89504e470d0a1a0a') && head.latin(12, 16) === 'IHDR'
}

/** Classic TIFF in either byte order; its first directory follows the header. */
function isTiff(head: Head): boolean {
  if (head.length < 8) return false
  if (head.startsWith('49492a00')) return head.view.getUint32(4, true) >= 8
  return head.startsWith('4d4d002a') && head.view.getUint32(4) >= 8
}

/** English text may begin with 'BM', so the header must be plausible too. */
function isBmp({ view, length, latin }: Head): boolean {
  if (length < 30 || latin(0, 2) !== 'BM') return false
  const headerSize = view.getUint32(14, true)
  const old = headerSize === 12
  if (!old && ![40, 52, 56, 64, 108, 124].includes(headerSize)) return false
  const planes = view.getUint16(old ? 22 : 26, true)
  const bits = view.getUint16(old ? 24 : 28, true)
  return view.getUint32(10, true) >= 14 + headerSize && planes === 1 && [1, 4, 8, 16, 24, 32].includes(bits)
}

/** Brands of the `ftyp` box at the start of MP4-like files, the major one first. */
function brands({ view, length, latin }: Head): string[] {
  if (length < 16 || latin(4, 8) !== 'ftyp') return []
  const end = Math.min(view.getUint32(0), length)
  const found = [latin(8, 12)]
  for (let at = 16; at + 4 <= end; at += 4) found.push(latin(at, at + 4))
  return found
}

const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx']

/** `mif1` and `msf1` mean only an image in this container: AVIF, which is not accepted, uses them too. */
function isHeic(head: Head): boolean {
  const [major = '', ...others] = brands(head)
  if (heicBrands.includes(major)) return true
  return ['mif1', 'msf1'].includes(major) && others.some((one) => heicBrands.includes(one))
}

/** Old cameras write QuickTime without `ftyp`. */
function isQuickTime(head: Head): boolean {
  if (brands(head)[0] === 'qt  ') return true
  return head.length >= 16 && ['moov', 'mdat', 'wide', 'pnot'].includes(head.latin(4, 8))
}

/** Old Android phones write the 3GPP brand into files named .mp4. */
function isMp4(head: Head): boolean {
  return /^(isom|iso[2-9a-c]|mp4[12]|avc1|dash|MSNV|M4V[ HP]|3gp[4-9]|mmp4)$/.test(brands(head)[0] ?? '')
}

function isAvi(head: Head): boolean {
  return head.latin(0, 4) === 'RIFF' && head.latin(8, 12) === 'AVI '
}

/** The DocType element (0x4282) of an EBML header, such as 'webm'. */
function docType(head: Head): string | null {
  if (!head.startsWith('1a45dfa3')) return null
  const { bytes } = head
  const at = bytes.subarray(0, 256).findIndex((byte, n) => byte === 0x42 && bytes[n + 1] === 0x82)
  const size = (bytes[at + 2] ?? 0) & 0x7f
  return at < 0 ? null : head.latin(at + 3, at + 3 + size).replace(/\0+$/, '')
}

/** A program stream, MPEG-1 (0010…) or MPEG-2 (01…). */
function isMpeg(head: Head): boolean {
  const mark = head.bytes[4] ?? 0
  return head.startsWith('000001ba') && (mark >> 4 === 0b0010 || mark >> 6 === 0b01)
}

function isWmv(head: Head): boolean {
  return head.startsWith('3026b2758e66cf11a6d900aa0062ce6c')
}
