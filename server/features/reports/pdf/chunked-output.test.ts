import { expect, test } from 'vitest'
import { openChunkedOutput, pieceSize } from './chunked-output.ts'

/** Collects copies of the sent pieces, and the memory that each was sent from. */
function sendingOutlet() {
  const sent: Uint8Array[] = []
  const memory: Uint8Array[] = []
  const output = openChunkedOutput((piece) => {
    memory.push(piece)
    sent.push(piece.slice())
  })
  return { sent, memory, output }
}

test('small writes are sent together, in order', () => {
  const { sent, output } = sendingOutlet()
  const scraps = Array.from({ length: 9000 }, (_, index) => new Uint8Array(100).fill(index % 256))
  for (const scrap of scraps) output.write(scrap)
  expect(sent.map(({ length }) => length)).toEqual([pieceSize, pieceSize, pieceSize])
  output.flush()
  output.flush()
  expect(sent).toHaveLength(4)
  expect(Buffer.concat(sent).equals(Buffer.concat(scraps))).toBe(true)
})

test('a large write is sent by itself, without a copy, in order', () => {
  const { sent, memory, output } = sendingOutlet()
  const large = new Uint8Array(pieceSize / 2).fill(2)
  output.write(new Uint8Array(10).fill(1))
  output.write(large)
  expect(sent.map(({ length }) => length)).toEqual([10, large.length])
  expect(memory[1]).toBe(large)
  output.write(new Uint8Array(10).fill(3))
  output.flush()
  const whole = Buffer.concat([Buffer.alloc(10, 1), large, Buffer.alloc(10, 3)])
  expect(Buffer.concat(sent).equals(whole)).toBe(true)
})

test('whenDrained() waits while more than 2 MiB are unread', async () => {
  const { sent, output } = sendingOutlet()
  output.write(new Uint8Array(8 * pieceSize))
  output.flush()
  await output.whenDrained()
  output.write(new Uint8Array(pieceSize))
  output.flush()
  let waits = true
  const room = output.whenDrained().then(() => {
    waits = false
  })
  await Promise.resolve()
  expect(waits).toBe(true)
  output.taken(sent[0]?.length ?? 0)
  await room
  expect(waits).toBe(false)
})
