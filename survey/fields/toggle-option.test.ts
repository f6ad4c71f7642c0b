import fc from 'fast-check'
import { expect, test } from 'vitest'
import { excludesOthers, toggleOption } from './toggle-option.ts'

const options = ['Conduit', 'Cable tray', 'None']
const after = (values: readonly string[], changed: string, on = true) =>
  toggleOption(options, { values }, changed, on)

test("clears the other options for 'None', and 'None' for any other option", () => {
  expect(after(['Conduit', 'Cable tray'], 'None')).toEqual(['None'])
  expect(after(['None'], 'Cable tray')).toEqual(['Cable tray'])
  expect(after(['Cable tray'], 'Conduit')).toEqual(['Conduit', 'Cable tray'])
  expect(after(['None'], 'None', false)).toEqual([])
})

test.each([
  ['None', true],
  ['None found', true],
  ['none of these', true],
  ['Ninguno', true],
  ['Ninguna a la vista', true],
  ['Nonessential circuits', false],
  ['Ningunear', false],
  ['Paint', false],
])('decides whether an option excludes the others: %j → %s', (option, alone) => {
  expect(excludesOthers(option)).toBe(alone)
})

test("never selects 'None' together with another option", () => {
  const step = fc.record({ option: fc.constantFrom(...options), on: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      let values: readonly string[] = []
      for (const { option, on } of steps) values = after(values, option, on)
      if (values.includes('None')) expect(values).toEqual(['None'])
    }),
  )
})
