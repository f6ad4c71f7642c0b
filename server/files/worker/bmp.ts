import { RejectedFile } from './rejected-file.ts'

export interface Pixels {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
  readonly channels: 3 | 4
}

interface Header {
  readonly width: number
  readonly height: number
  readonly topDown: boolean
  readonly bits: number
  /** RLE8 or RLE4. */
  readonly inRuns: boolean
  readonly dataAt: number
  /** Four bytes per color (three in the oldest form), in file order. */
  readonly palette: Buffer
  readonly paletteStep: 3 | 4
  readonly masks: readonly [red: number, green: number, blue: number]
}

/** Returns the number of pixels without reading any. */
export function bmpPixels(file: Buffer, maxPixels: number): number {
  const { width, height } = readHeader(file)
  if (width < 1 || height < 1) throw new RejectedFile('not-an-image', 'A BMP without a size')
  if (width * height > maxPixels) throw new RejectedFile('too-many-pixels', `${width} × ${height}`)
  return width * height
}

/** Decodes a BMP of 1, 4, 8, 16, 24 or 32 bits, bottom-up or top-down, plain or run-length encoded, to RGB. */
export function readBmp(file: Buffer, maxPixels: number): Pixels {
  bmpPixels(file, maxPixels)
  const { header, rows } = plainRows(file)
  const { width, height, bits } = header
  const rowBytes = Math.ceil((width * bits) / 32) * 4
  const stride = header.inRuns ? width : rowBytes
  if (stride * height > rows.length) throw new RejectedFile('not-an-image', 'A BMP cut off')

  const data = Buffer.alloc(width * height * 3)
  const readRow = bits <= 8 ? indexedRow : bits === 24 ? plainRow : maskedRow
  for (let y = 0; y < height; y++) {
    const from = (header.topDown ? y : height - 1 - y) * stride
    readRow(header, rows.subarray(from, from + stride), data.subarray(y * width * 3, (y + 1) * width * 3))
  }
  return { data, width, height, channels: 3 }
}

/** Returns the rows in file order, with runs decoded to one byte per pixel. */
function plainRows(file: Buffer): { readonly header: Header; readonly rows: Buffer } {
  const header = readHeader(file)
  const stored = file.subarray(header.dataAt)
  if (!header.inRuns) return { header, rows: stored }
  return { header: { ...header, bits: 8 }, rows: unpackRuns(stored, header) }
}

function readHeader(file: Buffer): Header {
  if (file.length < 54 && !(file.length >= 26 && file.readUInt32LE(14) === 12)) {
    throw new RejectedFile('not-an-image', 'A BMP without its header')
  }
  return file.readUInt32LE(14) === 12 ? oldHeader(file) : infoHeader(file)
}

function oldHeader(file: Buffer): Header {
  const bits = file.readUInt16LE(24)
  const dataAt = file.readUInt32LE(10)
  return {
    width: file.readUInt16LE(18),
    height: file.readUInt16LE(20),
    topDown: false,
    bits,
    inRuns: false,
    dataAt,
    palette: file.subarray(26, dataAt),
    paletteStep: 3,
    masks: usualMasks(bits),
  }
}

function infoHeader(file: Buffer): Header {
  const size = file.readUInt32LE(14)
  const bits = file.readUInt16LE(28)
  const compression = file.readUInt32LE(30)
  const dataAt = file.readUInt32LE(10)
  const masked = compression === 3 || compression === 6
  const inRuns = (compression === 1 && bits === 8) || (compression === 2 && bits === 4)
  if (compression !== 0 && !inRuns && !(masked && (bits === 16 || bits === 32))) {
    throw new RejectedFile('unsupported', 'A compressed BMP (JPEG or PNG inside)')
  }
  if (masked && file.length < 66) throw new RejectedFile('not-an-image', 'A BMP without its masks')
  const height = file.readInt32LE(22)
  const afterMasks = masked && size === 40 ? (compression === 6 ? 16 : 12) : 0
  return {
    width: file.readInt32LE(18),
    height: Math.abs(height),
    topDown: height < 0,
    bits,
    inRuns,
    dataAt,
    palette: file.subarray(14 + size + afterMasks, dataAt),
    paletteStep: 4,
    masks: masked ? [file.readUInt32LE(54), file.readUInt32LE(58), file.readUInt32LE(62)] : usualMasks(bits),
  }
}

function usualMasks(bits: number): Header['masks'] {
  return bits === 16 ? [0x7c00, 0x03e0, 0x001f] : [0xff0000, 0x00ff00, 0x0000ff]
}

/** Decodes palette indexes of 1, 4 or 8 bits; an index outside the palette is black. */
function indexedRow({ bits, palette, paletteStep }: Header, row: Buffer, out: Buffer): void {
  const perByte = 8 / bits
  const mask = (1 << bits) - 1
  for (let x = 0, at = 0; at < out.length; x++, at += 3) {
    const shift = 8 - bits * ((x % perByte) + 1)
    const colour = (((row[Math.floor(x / perByte)] ?? 0) >> shift) & mask) * paletteStep
    out[at] = palette[colour + 2] ?? 0
    out[at + 1] = palette[colour + 1] ?? 0
    out[at + 2] = palette[colour] ?? 0
  }
}

function plainRow(_: Header, row: Buffer, out: Buffer): void {
  for (let at = 0; at < out.length; at += 3) {
    out[at] = row[at + 2] ?? 0
    out[at + 1] = row[at + 1] ?? 0
    out[at + 2] = row[at] ?? 0
  }
}

/**
 * Decodes 16 and 32 bits, where a mask selects the bits of each color. Remaining bits are not read as alpha.
 */
function maskedRow({ bits, masks }: Header, row: Buffer, out: Buffer): void {
  const [red, green, blue] = masks.map(spread)
  if (!red || !green || !blue) return
  const step = bits / 8
  for (let from = 0, at = 0; at < out.length; from += step, at += 3) {
    const value = step === 2 ? row.readUInt16LE(from) : row.readUInt32LE(from)
    out[at] = red(value)
    out[at + 1] = green(value)
    out[at + 2] = blue(value)
  }
}

function spread(mask: number): (value: number) => number {
  if (mask === 0) return () => 0
  const shift = 31 - Math.clz32(mask & -mask)
  const most = mask >>> shift
  return (value) => Math.round((((value & mask) >>> shift) * 255) / most)
}

interface Size {
  readonly width: number
  readonly height: number
  readonly bits: number
}

/**
 * Decodes a run-length encoded BMP (RLE8, RLE4) to palette indexes, one byte per pixel, in the order of the
 * file's rows. Skipped pixels have index 0. Pixels past the end of a row are dropped, as in other readers.
 */
function unpackRuns(data: Buffer, { width, height, bits }: Size): Buffer {
  const pixels = Buffer.alloc(width * height)
  let [x, y, at] = [0, 0, 0]
  const put = (index: number) => {
    if (x < width && y < height) pixels[y * width + x] = index
    x += 1
  }
  const indexAt = (start: number, n: number): number => {
    const byte = data[start + (bits === 8 ? n : n >> 1)] ?? 0
    return bits === 8 ? byte : n % 2 === 0 ? byte >> 4 : byte & 15
  }
  while (y < height) {
    const [count, value] = [data[at], data[at + 1]]
    if (count === undefined || value === undefined) {
      // Some writers omit the end mark after the last row.
      if (y === height - 1 && x >= width) return pixels
      throw new RejectedFile('not-an-image', 'A BMP cut off')
    }
    at += 2
    if (count > 0) for (let n = 0; n < count; n++) put(indexAt(at - 1, bits === 8 ? 0 : n % 2))
    else if (value === 0) [x, y] = [0, y + 1]
    else if (value === 1) return pixels
    else if (value === 2) {
      ;[x, y] = [x + (data[at] ?? 0), y + (data[at + 1] ?? 0)]
      at += 2
    } else {
      for (let n = 0; n < value; n++) put(indexAt(at, n))
      // Padded to 16 bits.
      at += Math.ceil((value * bits) / 16) * 2
      if (at > data.length) throw new RejectedFile('not-an-image', 'A BMP cut off')
    }
  }
  return pixels
}
