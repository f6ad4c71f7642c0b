import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readBmp } from './bmp.ts'
import { RejectedFile } from './rejected-file.ts'

/** 5 × 3, so that rows need padding; each color survives 16 bits. */
const colours = [
  [0, 0, 0],
  [255, 255, 255],
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
] as const
const width = 5
const height = 3
const pictured = (x: number, y: number, count: number) => (x + y) % Math.min(count, colours.length)

interface Shape {
  readonly bits: number
  readonly topDown?: boolean
  readonly masks?: readonly number[]
  readonly compression?: number
}

function makeBmp({ bits, topDown = false, masks, compression = masks ? 3 : 0 }: Shape): Buffer {
  const indexed = bits <= 8
  const palette = Buffer.from(
    indexed
      ? Array.from({ length: 1 << bits }, (_, n) => [...(colours[n] ?? [9, 9, 9])].reverse().concat(0)).flat()
      : [],
  )
  const maskBytes = Buffer.alloc(masks ? 12 : 0)
  for (const [n, mask] of (masks ?? []).entries()) maskBytes.writeUInt32LE(mask, n * 4)
  const rowBytes = Math.ceil((width * bits) / 32) * 4
  const rows = Array.from({ length: height }, (_, y) => makeRow(bits, rowBytes, y, masks))
  const head = Buffer.alloc(54)
  head.write('BM')
  head.writeUInt32LE(54 + maskBytes.length + palette.length, 10)
  head.writeUInt32LE(40, 14)
  head.writeInt32LE(width, 18)
  head.writeInt32LE(topDown ? -height : height, 22)
  head.writeUInt16LE(1, 26)
  head.writeUInt16LE(bits, 28)
  head.writeUInt32LE(compression, 30)
  return Buffer.concat([head, maskBytes, palette, ...(topDown ? rows : rows.reverse())])
}

function makeRow(bits: number, rowBytes: number, y: number, masks?: readonly number[]): Buffer {
  const row = Buffer.alloc(rowBytes)
  for (let x = 0; x < width; x++) {
    const index = pictured(x, y, 1 << bits)
    const [red, green, blue] = colours[index] ?? colours[0]
    if (bits <= 8) {
      const at = Math.floor((x * bits) / 8)
      row[at] = (row[at] ?? 0) | (index << (8 - bits - ((x * bits) % 8)))
    } else if (bits === 24) row.set([blue, green, red], x * 3)
    else {
      const [r = 0x7c00, g = 0x03e0, b = 0x001f] = masks ?? (bits === 32 ? [0xff0000, 0xff00, 0xff] : [])
      const value = ((red ? r : 0) | (green ? g : 0) | (blue ? b : 0)) >>> 0
      if (bits === 16) row.writeUInt16LE(value, x * 2)
      else row.writeUInt32LE(value, x * 4)
    }
  }
  return row
}

test.each<Shape>([
  { bits: 1 },
  { bits: 4 },
  { bits: 8 },
  { bits: 16 },
  { bits: 16, masks: [0xf800, 0x07e0, 0x001f] },
  { bits: 24 },
  { bits: 32 },
  { bits: 32, masks: [0xff000000, 0x00ff0000, 0x0000ff00] },
  { bits: 8, topDown: true },
  { bits: 24, topDown: true },
])('reads %o', (shape) => {
  const pixels = readBmp(makeBmp(shape), 1000)
  const expected = Array.from({ length: width * height }, (_, n) => [
    ...(colours[pictured(n % width, Math.floor(n / width), 1 << shape.bits)] ?? []),
  ])
  expect(pixels).toMatchObject({ width, height, channels: 3 })
  expect([...pixels.data]).toEqual(expected.flat())
})

const refusal = (file: Buffer, maxPixels = 1000) => {
  try {
    readBmp(file, maxPixels)
  } catch (failure) {
    if (failure instanceof RejectedFile) return failure.reason
    throw failure
  }
  return null
}

test('rejects a BMP that is a JPEG inside, truncated, without a size, too large, or no BMP', () => {
  expect(refusal(makeBmp({ bits: 8, compression: 4 }))).toBe('unsupported')
  expect(refusal(makeBmp({ bits: 4, compression: 1 }))).toBe('unsupported')
  expect(refusal(makeBmp({ bits: 24 }).subarray(0, -1))).toBe('not-an-image')
  expect(refusal(makeBmp({ bits: 24 }).subarray(0, 40))).toBe('not-an-image')
  expect(refusal(makeBmp({ bits: 24 }), 14)).toBe('too-many-pixels')
  const empty = makeBmp({ bits: 24 })
  empty.writeInt32LE(0, 18)
  expect(refusal(empty)).toBe('not-an-image')
  expect(refusal(Buffer.from('BM, as the English say'))).toBe('not-an-image')
})

/** A BMP of 4 × 2 with these runs and the palette of the other tests. */
function inRuns(bits: 4 | 8, runs: readonly number[]): Buffer {
  const plain = makeBmp({ bits, compression: bits === 8 ? 1 : 2 })
  const head = Buffer.from(plain.subarray(0, plain.readUInt32LE(10)))
  head.writeInt32LE(4, 18)
  head.writeInt32LE(2, 22)
  return Buffer.concat([head, Buffer.from(runs)])
}

/** Palette indexes of the upper row, then of the lower one. */
function indexes(file: Buffer): string {
  const { data } = readBmp(file, 1000)
  return Array.from({ length: 8 }, (_, n) =>
    colours.findIndex((colour) => colour.every((part, k) => part === data[n * 3 + k])),
  ).join('')
}

test.each<[string, 4 | 8, readonly number[], string]>([
  ['runs, the lower row first', 8, [4, 1, 0, 0, 2, 2, 2, 3, 0, 1], '22331111'],
  ['literal pixels, padded to 16 bits', 8, [0, 3, 1, 2, 3, 0, 1, 4, 0, 0, 4, 1, 0, 1], '11111234'],
  ['a jump, and an early end', 8, [1, 1, 0, 2, 1, 1, 2, 2, 0, 1], '00221000'],
  ['a row that ends early', 8, [1, 3, 0, 0, 4, 4, 0, 1], '44443000'],
  ['a run past the end of its row', 8, [9, 1, 0, 0, 4, 2, 0, 1], '22221111'],
  ['no mark at the end', 8, [4, 1, 0, 0, 4, 2], '22221111'],
  ['RLE4: a run of two alternating indexes', 4, [4, 0x12, 0, 0, 3, 0x34, 1, 0x10, 0, 1], '34311212'],
  ['RLE4: literal pixels', 4, [0, 3, 0x12, 0x30, 1, 0x40, 0, 0, 4, 0x11, 0, 1], '11111234'],
])('%s', (_, bits, runs, expected) => {
  expect(indexes(inRuns(bits, runs))).toBe(expected)
})

test('truncated runs are rejected, and large skips cost nothing', () => {
  expect(refusal(inRuns(8, [4, 1, 0, 0, 2]))).toBe('not-an-image')
  expect(refusal(inRuns(8, [0, 200, 1, 1]))).toBe('not-an-image')
  expect(refusal(inRuns(8, []))).toBe('not-an-image')
  expect(indexes(inRuns(8, [0, 2, 255, 255, 4, 1]))).toBe('00000000')
})

test('an RLE8 file from the wild: two halves, red and green', async () => {
  const file = await readFile(join(import.meta.dirname, '..', 'testing', 'rle8.bmp'))
  const { data, width, height } = readBmp(file, 10_000)
  expect([width, height]).toEqual([40, 30])
  for (let y = 0; y < height; y++)
    for (const [x, colour] of [
      [0, '255,0,0'],
      [19, '255,0,0'],
      [20, '0,255,0'],
      [39, '0,255,0'],
    ] as const)
      expect(data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3).join()).toBe(colour)
})
