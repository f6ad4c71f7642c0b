import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanName, type ZipFigure, zipPaths } from './paths.ts'

const figure: ZipFigure = {
  section: 'MDF Info',
  subSection: 'MDF Info 2',
  field: 'Backboard',
  label: 'Photo 12',
  caption: 'Left side',
  extension: 'jpg',
}

test('a path has the photo’s section, field, number and caption', () => {
  expect(zipPaths([figure, { ...figure, subSection: null, caption: '' }])).toEqual([
    'MDF Info/MDF Info 2/Backboard/Photo 12 – Left side.jpg',
    'MDF Info/Backboard/Photo 12.jpg',
  ])
})

test('a repeated name gets a number, even if only the case differs', () => {
  expect(zipPaths([figure, figure, { ...figure, caption: 'LEFT SIDE' }])).toEqual([
    'MDF Info/MDF Info 2/Backboard/Photo 12 – Left side.jpg',
    'MDF Info/MDF Info 2/Backboard/Photo 12 – Left side (2).jpg',
    'MDF Info/MDF Info 2/Backboard/Photo 12 – LEFT SIDE (3).jpg',
  ])
})

test.each([
  ['a/b\\c:d*e?f"g<h>i|j', 'a-b-c-d-e-f-g-h-i-j'],
  ['line\r\nbreak\tand\0zero', 'line break and zero'],
  ['turned \u202egpj.exe', 'turned gpj.exe'],
  ['  dots and spaces. . ', 'dots and spaces'],
  ['..', ''],
  ['.hidden', 'hidden'],
  ['CON', '_CON'],
  ['com1.txt', '_com1.txt'],
  ['Aux wall', 'Aux wall'],
  ['é as two', 'é as two'],
  ['half \ud83d pair', 'half \ufffd pair'],
])('%j becomes %j', (text, clean) => {
  expect(cleanName(text, 120)).toBe(clean)
})

test('cuts long names between graphemes, by length and by bytes', () => {
  expect(cleanName('x'.repeat(200), 120)).toBe('x'.repeat(120))
  expect(cleanName('👩‍👩‍👧'.repeat(30), 20)).toBe('👩‍👩‍👧'.repeat(2))
  expect(Buffer.byteLength(cleanName('写'.repeat(200), 120))).toBeLessThanOrEqual(200)
})

test('any text gives safe, short and unique paths', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 200 })
  const any = fc.record({
    section: text,
    subSection: fc.option(text),
    field: text,
    label: fc.constantFrom('Photo 1', 'Photo 2', 'Video 1'),
    caption: fc.oneof(text, fc.constantFrom('', 'a', 'A', '../../etc/passwd', 'nul')),
    extension: fc.constantFrom('jpg', 'mp4'),
  })
  fc.assert(
    fc.property(fc.array(any, { maxLength: 30 }), (figures) => {
      const paths = zipPaths(figures)
      expect(new Set(paths.map((path) => path.normalize('NFC').toLowerCase())).size).toBe(figures.length)
      for (const path of paths) {
        expect(path.length).toBeLessThanOrEqual(250)
        for (const part of path.split('/')) {
          expect(part).toMatch(/^[^\p{Cc}<>:"\\|?*\u202a-\u202e]+$/u)
          expect(part).not.toMatch(/^\.|[. ]$|^(con|nul)(\.|$)/i)
          expect(Buffer.byteLength(part)).toBeLessThanOrEqual(255)
        }
      }
    }),
  )
})
