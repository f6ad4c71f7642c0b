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

test('there is room until 2 MiB are on their way, and again when the reader took some', async () => {
  const { sent, outlet } = sendingOutlet()
  outlet.write(new Uint8Array(8 * pieceSize))
  await outlet.room()
  outlet.write(new Uint8Array(pieceSize))
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
