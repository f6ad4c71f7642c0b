import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quoted } from './quoted.ts'

test.each([
  ['Hill House', 'Hill House'],
  ['1200 Main St. 94107', '1200 Main St. 94107'],
  ['No. 5, St. Mary', 'No. 5, St. Mary'],
  ['v2.1 of Riverside', 'v2.1 of Riverside'],
  ['Sign in at https://evil.example/login now', 'Sign in at … now'],
  ['Sign in at evil.example', 'Sign in at …'],
  ['www.evil.example', '…'],
  ['Write to help@evil.example', 'Write to …'],
  ['evil。example', '…'],
  ['evil．example', '…'],
  ['e\u200bvil.exam\u200bple', '…'],
  ['see 10.0.0.1/a', 'see …'],
  ['javascript://x', '…'],
  ['Locked” – “now', "Locked' – 'now"],
  ['one\ntwo', 'one two'],
  ['a'.repeat(200), `${'a'.repeat(59)}…`],
])('%j is quoted as %j', (text, expected) => {
  expect(quoted(text)).toBe(expected)
})

test('any input gives one short line without a link', () => {
  const piece = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.constantFrom('https://', 'evil', '.', '。', 'com', '@', ' ', '\n', '”', 'www.', '\u200d'),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = quoted(pieces.join(''))
      expect(text.length).toBeLessThanOrEqual(60)
      expect(text).not.toMatch(/[\n\r“”]|:\/\/|@|\p{L}\.\p{L}{2}/u)
    }),
    { numRuns: 2_000 },
  )
})
