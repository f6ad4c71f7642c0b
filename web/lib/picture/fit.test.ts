import { expect, test } from 'vitest'
import { fitSize, pictureKind } from './fit.ts'

test('limits the longer side and never enlarges', () => {
  expect(fitSize(4032, 3024, 1920)).toEqual({ width: 1920, height: 1440 })
  expect(fitSize(3024, 4032, 1920)).toEqual({ width: 1440, height: 1920 })
  expect(fitSize(800, 600, 1920)).toEqual({ width: 800, height: 600 })
  expect(fitSize(20_000, 3, 1920)).toEqual({ width: 1920, height: 1 })
})

test("detects a picture's type by its first bytes", () => {
  expect(pictureKind(new Uint8Array([0xff, 0xd8, 0xff, 0xe1]))).toBe('jpeg')
  expect(pictureKind(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))).toBe('png')
  expect(pictureKind(new Uint8Array([0x47, 0x49, 0x46]))).toBe('other')
})
