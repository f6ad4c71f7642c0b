import { expect, test } from 'vitest'
import { openPhotoFeed } from './photo-feed.ts'

test('loads exactly three photos ahead', async () => {
  const asked: string[] = []
  const feed = openPhotoFeed(['a', 'b', 'a', 'c', 'd', 'e'], async (mediaId) => {
    asked.push(mediaId)
    return { bytes: Buffer.from(mediaId), width: 1, height: 1 }
  })
  expect(asked).toEqual([])
  for (const [mediaId, after] of [
    ['a', 'abac'],
    ['b', 'abacd'],
    ['a', 'abacde'],
    ['c', 'abacde'],
    ['d', 'abacde'],
    ['e', 'abacde'],
  ] as const) {
    expect(Buffer.from((await feed.take(mediaId))?.bytes ?? []).toString()).toBe(mediaId)
    expect(asked.join('')).toBe(after)
  }
})
