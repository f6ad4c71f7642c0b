// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { saveMedia, stampedName } from './save-media.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test("starts a saved file's name with the time, so files sort by it and never overwrite each other", () => {
  expect(stampedName('photo-0001.jpg', new Date(2026, 2, 4, 9, 5, 7))).toBe('20260304-090507-photo-0001.jpg')
})

test('saves a PNG that was converted to JPEG with its own name and a .jpg extension', async () => {
  vi.useFakeTimers({ now: new Date(2026, 2, 4, 9, 5, 7) })
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const bytes = new Uint8Array([1]).buffer
  await saveMedia([{ bytes, type: 'image/jpeg' }], 'roof.png')
  await saveMedia([{ bytes, type: 'image/png' }], 'roof.png')
  expect(saved).toEqual(['20260304-090507-roof.jpg', '20260304-090507-roof.png'])
})
