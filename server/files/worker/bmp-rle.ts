import { RejectedFile } from './rejected-file.ts'

interface Size {
  readonly width: number
  readonly height: number
  readonly bits: number
}

/**
 * Decodes a run-length encoded BMP (RLE8, RLE4) to palette indexes, one byte per pixel, in the order of the
 * file's rows. Skipped pixels have index 0. Pixels past the end of a row are dropped, as in other readers.
 */
export function unpackRuns(data: Buffer, { width, height, bits }: Size): Buffer {
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
