import { open } from 'node:fs/promises'

/** What a file is by its content. The name it came with has no say. */
export interface FileKind {
  readonly kind: 'photo' | 'video'
  /** The media type it is served with. */
  readonly type: MediaType
  /** The ending it gets in downloads, without the dot. */
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

/** The table needs no more of a file than this. */
export const headBytes = 4096

/** The closed table: what is not in it is refused. A match is a claim; decoding is the proof. */
const table: readonly (FileKind & { readonly is: (head: Buffer) => boolean })[] = [
  { kind: 'photo', type: 'image/jpeg', extension: 'jpg', is: isJpeg },
  { kind: 'photo', type: 'image/png', extension: 'png', is: isPng },
  { kind: 'photo', type: 'image/gif', extension: 'gif', is: (h) => /^GIF8[79]a/.test(latin(h, 0, 6)) },
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

/** What the first bytes of a file say that it is; null = nothing that a survey takes. */
export function tellKind(head: Uint8Array): FileKind | null {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength)
  const row = table.find(({ is }) => is(bytes))
  return row ? { kind: row.kind, type: row.type, extension: row.extension } : null
}

/** The ending of files that are served with this media type, without the dot. */
export function endingOf(type: string): string {
  return table.find((row) => row.type === type)?.extension ?? 'bin'
}

export async function readKind(path: string): Promise<FileKind | null> {
  const handle = await open(path, 'r')
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return tellKind(buffer.subarray(0, bytesRead))
  } finally {
    await handle.close()
  }
}

const latin = (head: Buffer, start: number, end: number) => head.toString('latin1', start, end)
const startsWith = (head: Buffer, hex: string) => head.toString('hex', 0, hex.length / 2) === hex

function isJpeg(head: Buffer): boolean {
  const marker = head[3] ?? 0
  return startsWith(head, 'ffd8ff') && marker >= 0xc0 && marker <= 0xfe
}

function isPng(head: Buffer): boolean {
  return startsWith(head, '89504e470d0a1a0a') && latin(head, 12, 16) === 'IHDR'
}

/** Classic TIFF of either byte order; its first directory lies behind the header. */
function isTiff(head: Buffer): boolean {
  if (head.length < 8) return false
  if (startsWith(head, '49492a00')) return head.readUInt32LE(4) >= 8
  return startsWith(head, '4d4d002a') && head.readUInt32BE(4) >= 8
}

/** 'BM' begins many an English text: the header behind it must make sense too. */
function isBmp(head: Buffer): boolean {
  if (head.length < 30 || latin(head, 0, 2) !== 'BM') return false
  const headerSize = head.readUInt32LE(14)
  const old = headerSize === 12
  if (!old && ![40, 52, 56, 64, 108, 124].includes(headerSize)) return false
  const planes = head.readUInt16LE(old ? 22 : 26)
  const bits = head.readUInt16LE(old ? 24 : 28)
  return head.readUInt32LE(10) >= 14 + headerSize && planes === 1 && [1, 4, 8, 16, 24, 32].includes(bits)
}

/** Brands of the `ftyp` box that every MP4-like file begins with: the major one first. */
function brands(head: Buffer): string[] {
  if (head.length < 16 || latin(head, 4, 8) !== 'ftyp') return []
  const end = Math.min(head.readUInt32BE(0), head.length)
  const found = [latin(head, 8, 12)]
  for (let at = 16; at + 4 <= end; at += 4) found.push(latin(head, at, at + 4))
  return found
}

const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx']

/** `mif1` and `msf1` say only 'a picture in this box format': AVIF uses them as well and is not on the list. */
function isHeic(head: Buffer): boolean {
  const [major = '', ...others] = brands(head)
  if (heicBrands.includes(major)) return true
  return ['mif1', 'msf1'].includes(major) && others.some((one) => heicBrands.includes(one))
}

/** Old cameras write QuickTime without `ftyp`. */
function isQuickTime(head: Buffer): boolean {
  if (brands(head)[0] === 'qt  ') return true
  return head.length >= 16 && ['moov', 'mdat', 'wide', 'pnot'].includes(latin(head, 4, 8))
}

/** Old Android phones write the 3GPP brand into files they name .mp4. */
function isMp4(head: Buffer): boolean {
  return /^(isom|iso[2-9a-c]|mp4[12]|avc1|dash|MSNV|M4V[ HP]|3gp[4-9]|mmp4)$/.test(brands(head)[0] ?? '')
}

function isAvi(head: Buffer): boolean {
  return latin(head, 0, 4) === 'RIFF' && latin(head, 8, 12) === 'AVI '
}

/** The DocType element (0x4282) of an EBML header, such as 'webm'. */
function docType(head: Buffer): string | null {
  if (!startsWith(head, '1a45dfa3')) return null
  const at = head.subarray(0, 256).indexOf(Buffer.from([0x42, 0x82]))
  const size = (head[at + 2] ?? 0) & 0x7f
  return at < 0 ? null : latin(head, at + 3, at + 3 + size).replace(/\0+$/, '')
}

/** A program stream, MPEG-1 (0010…) or MPEG-2 (01…). */
function isMpeg(head: Buffer): boolean {
  const mark = head[4] ?? 0
  return startsWith(head, '000001ba') && (mark >> 4 === 0b0010 || mark >> 6 === 0b01)
}

function isWmv(head: Buffer): boolean {
  return startsWith(head, '3026b2758e66cf11a6d900aa0062ce6c')
}
