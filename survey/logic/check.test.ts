import { expect, test } from 'vitest'
import type { Template, TemplateField } from '../template.ts'
import { templateFrom } from '../template-source.ts'
import { logicTemplate } from '../testing/sample-logic.ts'
import { sampleTemplate } from '../testing/sample-template.ts'
import { open } from '../testing/scenario.ts'
import { checkLogic } from './check.ts'
import { faultText } from './fault-text.ts'
import { momentsWorldwide } from './today.ts'

test('reports no faults for a valid template', () => {
  expect(checkLogic(sampleTemplate)).toEqual([])
  expect(checkLogic(logicTemplate)).toEqual([])
})

const faults: readonly (readonly [Partial<TemplateField>, string])[] = [
  [{ showIf: '${nobody} = 1' }, 'Site, Kind: There is no field or section with the key “nobody”.'],
  [
    { showIf: '1 +' },
    'Site, Kind: Something is missing at character 4: a field, a number, a text or a function.',
  ],
  [{ showIf: '(1 = 2' }, 'Site, Kind: The bracket at character 1 is not closed.'],
  [{ constraint: 'nonsense()' }, 'Site, Kind: There is no function “nonsense” (character 1).'],
  [
    { constraint: "regex(., '(a)\\1')" },
    'Site, Kind: The pattern at character 10 cannot be used because of “\\1”.',
  ],
  [
    { showIf: 'now() > 1' },
    'Site, Kind: “now()” changes all the time. Use it only in a constraint or inside “once()”, where it is the time this part of the survey was started.',
  ],
  [
    { constraint: 'indexed-repeat(${area}, ${room}, 1) = .' },
    'Site, Kind: There is no field or section with the key “room”.',
  ],
  [
    { constraint: "jr:choice-name(., '${nobody}') = ''" },
    'Site, Kind: There is no field or section with the key “nobody”.',
  ],
  [{ choiceFilter: 'wing = ${floors}' }, 'Site, Kind: No option has a column “wing”.'],
  [{ type: 'text', choiceFilter: 'name = 1' }, 'Site, Kind: Only a field with options can filter them.'],
  [{ options: ['House', 'House'] }, 'Site, Kind: The option “House” appears twice.'],
  [{ optionValues: ['h'] }, 'Site, Kind: Each option needs one value and one cell in each column.'],
  [{ defaultValue: 'Barn' }, 'Site, Kind: “Barn” is not a valid default for this field.'],
  [{ showIf: ". = 'a'" }, 'Site, Kind: “.” is the field’s own answer. Use it only in a constraint.'],
  [{ showIf: '${floors} > 2' }, 'Site, Kind: This field depends on itself.'],
  [{ key: 'floors' }, 'Site, Floors: The key “floors” is used twice.'],
  [
    { key: 'a b' },
    'Site, Kind: “a b” is not a valid key. Use letters, digits, “_”, “-” and “.”, starting with a letter.',
  ],
  [{ type: 'calculated' }, 'Site, Kind: A calculated field needs a calculation.'],
]
test.each(faults)('reports the fault in %j: %s', (change, text) => {
  const template = changed(change)
  expect(checkLogic(template).map((fault) => faultText(template, fault))).toContain(text)
})

test('rejects a key that two other sections share as ambiguous', () => {
  const section = (key: string, name: string) => ({
    key,
    name,
    fields: [{ key: 'name', name: 'Name', type: 'text' as const }],
  })
  const source = {
    series: '019b0000-0000-7000-8000-0000000000f4',
    name: 'Unclear',
    version: 1,
    sections: [
      section('one', 'One'),
      section('two', 'Two'),
      {
        key: 'sum',
        name: 'Sum',
        fields: [{ key: 'copy', name: 'Copy', type: 'calculated' as const, calculation: '${name}' }],
      },
    ],
  }
  expect(() => templateFrom(source)).toThrow('Unclear: Sum, Copy: More than one section has the key “name”.')
})

test('refuses to build a template with a fault', () => {
  const source = {
    series: '019b0000-0000-7000-8000-0000000000f5',
    name: 'Broken',
    version: 1,
    sections: [
      { key: 'a', name: 'A', fields: [{ key: 'b', name: 'B', type: 'text' as const, showIf: '${c}' }] },
    ],
  }
  expect(() => templateFrom(source)).toThrow('Broken: A, B: There is no field or section with the key “c”.')
})

test('resolves a key to a section before a field in another section', () => {
  open(logicTemplate).answer('Unit', 'Area', '9').expectCalculated('Site', 'Mean area', '9')
})

test('covers every local date and time in the world in quarter hours', () => {
  const around = momentsWorldwide(new Date('2026-03-15T11:30:00Z'))
  expect([...new Set(around.map(({ today }) => today))]).toEqual(['2026-03-14', '2026-03-15', '2026-03-16'])
  expect(around[0]?.now).toBe('2026-03-14T23:30:00')
  expect(around.at(-1)?.now).toBe('2026-03-16T01:30:00')
})

/** Returns the template with its first field changed. */
function changed(change: Partial<TemplateField>): Template {
  return {
    ...logicTemplate,
    sections: logicTemplate.sections.map((section, index) => ({
      ...section,
      fields: section.fields.map((field, place) => (index + place === 0 ? { ...field, ...change } : field)),
    })),
  }
}
