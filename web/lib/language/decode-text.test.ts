import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

test('decodes files of older spreadsheets', () => {
  const bytes = (values: readonly number[]) => new Uint8Array(values).buffer
  expect(decodeText(new TextEncoder().encode('José').buffer as ArrayBuffer)).toBe('José')
  expect(decodeText(bytes([0x4a, 0x6f, 0x73, 0xe9]))).toBe('José')
  expect(decodeText(bytes([0xff, 0xfe, 0x4a, 0x00, 0xe9, 0x00]))).toBe('Jé')
  expect(decodeText(bytes([]))).toBe('')
})
