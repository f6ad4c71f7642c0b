import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitTextBox, layOut, type TextShape } from './text-layout.ts'

const size = { width: 1000, height: 800 }
const measure = (text: string, height: number) => text.length * height * 0.5

function textShape(text: string, changes: Partial<TextShape> = {}): TextShape {
  return { kind: 'text', x1: 0.1, y1: 0.1, x2: 0.5, y2: 0.1, color: 'red', width: 'thin', text, ...changes }
}

test('breaks between words, and long words between letters', () => {
  expect(layOut(textShape('one two'), size, measure).lines).toEqual(['one two'])
  const lines = layOut(textShape(`${'word '.repeat(12)}end`), size, measure).lines
  expect(lines.length).toBe(2)
  expect(lines.join(' ')).toBe(`${'word '.repeat(12)}end`)
  expect(layOut(textShape('x'.repeat(80)), size, measure).lines.join('')).toBe('x'.repeat(80))
  expect(layOut(textShape('a\nb'), size, measure).lines).toEqual(['a', 'b'])
  expect(layOut(textShape(''), size, measure).lines).toEqual([''])
})

test('loses no letter and stays within the picture', () => {
  const place = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), place, place, place, (text, x1, x2, y1) => {
      const shape = fitTextBox(textShape(text, { x1, x2, y1, width: 'thick' }), size, measure)
      const { lines } = layOut(shape, size, measure)
      const plain = (given: string) => given.replace(/[ \n]/g, '')
      expect(plain(lines.join(''))).toBe(plain(text))
      expect(shape.y1 >= 0 && shape.y2 <= 1 && shape.y1 <= shape.y2).toBe(true)
    }),
  )
})
