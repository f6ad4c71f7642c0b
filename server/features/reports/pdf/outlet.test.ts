import { expect, test } from 'vitest'
import { openOutlet, pieceSize } from './outlet.ts'

function sendingOutlet() {
  const sent: Uint8Array[] = []
  return { sent, outlet: openOutlet((piece) => sent.push(piece)) }
}

test('scraps leave together, in their order', () => {
  const { sent, outlet } = sendingOutlet()
  const scraps = Array.from({ length: 9000 }, (_, index) => new Uint8Array(100).fill(index % 256))
  for (const scrap of scraps) outlet.write(scrap)
  expect(sent.map(({ length }) => length)).toEqual([pieceSize, pieceSize, pieceSize])
  outlet.flush()
  outlet.flush()
  expect(sent).toHaveLength(4)
  expect(Buffer.concat(sent).equals(Buffer.concat(scraps))).toBe(true)
})

test('what is large leaves without a copy, in its order, and not before its writer goes on', () => {
  const { sent, outlet } = sendingOutlet()
  const large = new Uint8Array(pieceSize / 2).fill(2)
  const shared = new Uint8Array(pieceSize).fill(4).subarray(100_000)
  outlet.write(new Uint8Array(10).fill(1))
  outlet.write(large)
  expect(sent.map(({ length }) => length)).toEqual([10])
  outlet.write(new Uint8Array(10).fill(3))
  outlet.write(shared)
  outlet.flush()
  expect(sent[1]).toBe(large)
  const expected = [
    [1, 10],
    [2, pieceSize / 2],
    [3, 10],
    [4, shared.length],
  ] as const
  const whole = Buffer.concat(expected.map(([byte, length]) => Buffer.alloc(length, byte)))
  expect(Buffer.concat(sent).equals(whole)).toBe(true)
  expect(sent.every(({ buffer }) => buffer !== shared.buffer)).toBe(true)
})

test('there is room until 2 MiB are on their way, and again when the reader took some', async () => {
  const { sent, outlet } = sendingOutlet()
  outlet.write(new Uint8Array(8 * pieceSize))
  outlet.flush()
  await outlet.room()
  outlet.write(new Uint8Array(pieceSize))
  outlet.flush()
  let waits = true
  const room = outlet.room().then(() => {
    waits = false
  })
  await Promise.resolve()
  expect(waits).toBe(true)
  outlet.taken(sent[0]?.length ?? 0)
  await room
  expect(waits).toBe(false)
})
