import { test } from 'vitest'
import { templateFrom } from './template-source.ts'
import { sampleTemplate } from './testing/sample-template.ts'
import { open } from './testing/scenario.ts'

test('offers each added building once, trimmed and in order', () => {
  open(sampleTemplate)
    .expectOptions('Building')
    .answer('Building', 'Building name', ' Tower B ')
    .answer('Building', 'Units', '3')
    .addSimilar('Building')
    .answer('Building 2', 'Building name', 'Tower A')
    .answer('Building 2', 'Units', '3')
    .addSimilar('Building')
    .answer('Building 3', 'Building name', 'Tower B')
    .expectOptions('Building', 'Tower B', 'Tower A')
    .expectOptions('Floor')
})

test('stops offering a renamed or removed building but keeps existing choices', () => {
  open(sampleTemplate)
    .answer('Building', 'Building name', 'Tower A')
    .answer('Floor', 'Building', 'Tower A')
    .answer('Building', 'Building name', 'Tower One')
    .expectOptions('Building', 'Tower One')
    .expectAnswer('Floor', 'Building', 'Tower A')
})

test('offers the floors of the building chosen above', () => {
  const play = open(twoBuildings)
    .answer('Building', 'Building name', 'Tower A')
    .addAnyway('Building')
    .answer('Building 2', 'Building name', 'Tower B')
    .answer('Floor', 'Building', 'Tower A')
    .answer('Floor', 'Floor name', 'Ground')
    .addAnyway('Floor')
    .answer('Floor 2', 'Building', 'Tower B')
    .answer('Floor 2', 'Floor name', 'Ground')
    .addAnyway('Floor')
    .answer('Floor 3', 'Building', 'Tower B')
    .answer('Floor 3', 'Floor name', 'Roof')
  play.expectOffered('Unit', 'Floor', 'Ground', 'Roof')
  play.answer('Unit', 'Building', 'Tower A').expectOffered('Unit', 'Floor', 'Ground')
  play.answer('Unit', 'Building', 'Tower B').expectOffered('Unit', 'Floor', 'Ground', 'Roof')
  // A building without floors offers none; the earlier choice stays.
  play.answer('Unit', 'Floor', 'Roof').answer('Unit', 'Building', 'Tower C')
  play.expectOffered('Unit', 'Floor').expectAnswer('Unit', 'Floor', 'Roof')
  // A floor without a building can be chosen anywhere.
  play.addAnyway('Floor').answer('Floor 4', 'Floor name', 'Basement')
  play.expectOffered('Unit', 'Floor', 'Basement')
})

test('suggests the only building and its only floor until one is chosen or there are two', () => {
  const play = open(twoBuildings).expectOnly('Building', 'Unit', '').expectOnly('Floor', 'Unit', '')
  play.answer('Building', 'Building name', 'Tower A').expectOnly('Building', 'Unit', 'Tower A')
  play.answer('Floor', 'Building', 'Tower A').answer('Floor', 'Floor name', 'Ground')
  play.expectOnly('Floor', 'Unit', 'Ground')
  play
    .addAnyway('Building')
    .answer('Building 2', 'Building name', 'Tower B')
    .expectOnly('Building', 'Unit', '')
  // The floor of the chosen building, not of the other one.
  play.addAnyway('Floor').answer('Floor 2', 'Building', 'Tower B').answer('Floor 2', 'Floor name', 'Roof')
  play.expectOnly('Floor', 'Unit', '')
  play
    .answer('Unit', 'Building', 'Tower B')
    .expectOnly('Building', 'Unit', '')
    .expectOnly('Floor', 'Unit', 'Roof')
  play.answer('Unit', 'Floor', 'Roof').answer('Unit', 'Floor', '').expectOnly('Floor', 'Unit', '')
})

const twoBuildings = templateFrom({
  series: '019b0000-0000-7000-8000-000000000004',
  name: 'Two buildings',
  version: 1,
  sections: [
    {
      key: 'building',
      name: 'Building',
      addSimilarText: 'Add a building',
      fields: [{ key: 'name', name: 'Building name', type: 'text', adds: 'Building' }],
    },
    {
      key: 'floor',
      name: 'Floor',
      addSimilarText: 'Add a floor',
      fields: [
        { key: 'building', name: 'Building', type: 'dynamic_dropdown', dropdownOf: 'Building' },
        { key: 'name', name: 'Floor name', type: 'text', adds: 'Floor' },
      ],
    },
    {
      key: 'unit',
      name: 'Unit',
      fields: [
        { key: 'building', name: 'Building', type: 'dynamic_dropdown', dropdownOf: 'Building' },
        { key: 'floor', name: 'Floor', type: 'dynamic_dropdown', dropdownOf: 'Floor' },
      ],
    },
  ],
})
