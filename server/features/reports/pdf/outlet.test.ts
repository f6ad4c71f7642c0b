import { expect, test } from 'vitest'
import { openOutlet, pieceSize } from './outlet.ts'

/** Collects copies of the sent pieces, and the memory that each was sent from. */
function sendingOutlet() {
  const sent: Uint8Array[] = []
  const memory: Uint8Array[] = []
  const outlet = openOutlet((piece) => {
    memory.push(piece)
    sent.push(piece.slice())
  })
  return { sent, memory, outlet }
}

test('small writes are sent together, in order', () => {
  const { sent, outlet } = sendingOutlet()
  const scraps = Array.from({ length: 9000 }, (_, index) => new Uint8Array(100).fill(index % 256))
  for (const scrap of scraps) outlet.write(scrap)
  expect(sent.map(({ length }) => length)).toEqual([pieceSize, pieceSize, pieceSize])
  outlet.flush()
  outlet.flush()
  expect(sent).toHaveLength(4)
  expect(Buffer.concat(sent).equals(Buffer.concat(scraps))).toBe(true)
})

test('a large write is sent by itself, without a copy, in order', () => {
  const { sent, memory, outlet } = sendingOutlet()
  const large = new Uint8Array(pieceSize / 2).fill(2)
  outlet.write(new Uint8Array(10).fill(1))
  outlet.write(large)
  expect(sent.map(({ length }) => length)).toEqual([10, large.length])
  expect(memory[1]).toBe(large)
  outlet.write(new Uint8Array(10).fill(3))
  outlet.flush()
  const whole = Buffer.concat([Buffer.alloc(10, 1), large, Buffer.alloc(10, 3)])
  expect(Buffer.concat(sent).equals(whole)).toBe(true)
})

test('room() waits while more than 2 MiB are unread', async () => {
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
