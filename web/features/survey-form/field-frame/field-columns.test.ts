import { expect, test } from 'vitest'
import { richTemplate } from '#survey/testing/rich-template.ts'
import { sampleTemplate } from '#survey/testing/sample-template.ts'
import { estimatedHeight, isShort } from './field-columns.ts'

const fields = [richTemplate, sampleTemplate].flatMap(({ sections }) => sections).flatMap((one) => one.fields)

function named(...names: readonly string[]) {
  return names.map((name) => {
    const found = fields.find((field) => field.name === name)
    if (!found) throw new Error(`No field '${name}'`)
    return found
  })
}

test('puts single-line fields in half a row and all others in a whole row', () => {
  expect(named('Level', 'Doubled', 'Built', 'Tested', 'Tag', 'Opens', 'After the tag').every(isShort)).toBe(
    true,
  )
  expect(named('Read this', 'Story', 'Signed', 'Door', 'Safe', 'Tidy').some(isShort)).toBe(false)
  expect(fields.filter((field) => field.media).some(isShort)).toBe(false)
})

test('counts two short fields in a row as one height', () => {
  const [one, two, three] = named('Level', 'Doubled', 'Built')
  if (!one || !two || !three) throw new Error('Lacks fields')
  expect(estimatedHeight([one, two], 2)).toBe(estimatedHeight([one], 1))
  expect(estimatedHeight([one, two, three], 2)).toBe(estimatedHeight([one, two], 1))
  expect(estimatedHeight([one, two, three], 1)).toBe(3 * estimatedHeight([one], 1))
})

test('starts a new row at a wide field between short ones', () => {
  const row = named('Level', 'Story', 'Built')
  expect(estimatedHeight(row, 2)).toBe(estimatedHeight(row, 1))
})
