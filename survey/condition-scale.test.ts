import { expect, test } from 'vitest'
import { conditionScale } from './condition-scale.ts'
import { templateFrom } from './template-source.ts'

/** Returns a radio field with these labels. */
function radio(options: readonly string[]) {
  const template = templateFrom({
    series: '019b0000-0000-7000-8000-0000000000c2',
    name: 'Walk',
    version: 1,
    sections: [
      {
        key: 'walk',
        name: 'Walk',
        fields: [{ key: 'state', name: 'State', type: 'radio', options: [...options] }],
      },
    ],
  })
  const field = template.sections[0]?.fields[0]
  if (!field) throw new Error('no field')
  return field
}

test.each([
  [
    ['Good', 'Fair', 'Poor', 'N/A'],
    ['good', 'fair', 'poor', 'unrated'],
  ],
  [
    ['Good', 'Fair', 'Poor', 'Not inspected'],
    ['good', 'fair', 'poor', 'unrated'],
  ],
  [
    ['EXCELLENT', ' good ', 'Fair', 'Poor', 'n/a'],
    ['good', 'good', 'fair', 'poor', 'unrated'],
  ],
  [
    ['Pass', 'Fail', 'Not tested'],
    ['good', 'poor', 'unrated'],
  ],
  [
    ['Bueno', 'Regular', 'Malo', 'Sin inspeccionar'],
    ['good', 'fair', 'poor', 'unrated'],
  ],
  [
    ['Intacto', 'Dañado'],
    ['good', 'poor'],
  ],
])('recognizes a condition scale: %j', (options, grades) => {
  expect([...(conditionScale(radio(options))?.values() ?? [])]).toEqual(grades)
})

test.each([
  [['Yes', 'No', 'N/A']],
  [['Good', 'Fair', 'Poor', 'Other']],
  [['Good', 'OK', 'N/A']],
  [['N/A', 'Unknown', 'None']],
  [['Good']],
  [['Excellent', 'Very good', 'Good', 'Fair', 'Poor', 'N/A']],
  [['Good wiring', 'Poor wiring']],
])('rejects other options: %j', (options) => {
  expect(conditionScale(radio(options))).toBeNull()
})

test('uses labels if options have separate ids', () => {
  const field = { ...radio(['a', 'b', 'c']), ownLabels: ['Good', 'Fair', 'Poor'] }
  expect([...(conditionScale(field) ?? [])]).toEqual([
    ['a', 'good'],
    ['b', 'fair'],
    ['c', 'poor'],
  ])
  expect(conditionScale({ ...radio(['Good', 'Fair', 'Poor']), ownLabels: ['A', 'B', 'C'] })).toBeNull()
})
