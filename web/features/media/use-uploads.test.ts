import { expect, test } from 'vitest'
import { sizeOf } from './use-uploads.ts'

test('keeps showing the reduced size of a photo once it is on the server', () => {
  const picked = { size: 2_286_000 }
  const smaller = { size: 482_000 }
  const stored = { byte_size: 482_000 }
  const seen = [
    sizeOf(picked, picked, undefined),
    sizeOf(picked, smaller, undefined),
    sizeOf(picked, smaller, stored),
    sizeOf(picked, undefined, stored),
  ]
  expect(seen).toEqual([2_286_000, 482_000, 482_000, 482_000])
})
