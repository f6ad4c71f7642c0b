import { test } from 'vitest'
import { templateFrom } from './template-source.ts'
import { sampleTemplate } from './testing/sample-template.ts'
import { open } from './testing/scenario.ts'

test('a dropdown offers the buildings added so far, each once, in order, without spaces around', () => {
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

test('a building that was renamed or removed is no longer offered, but stays where it was chosen', () => {
  open(sampleTemplate)
    .answer('Building', 'Building name', 'Tower A')
    .answer('Floor', 'Building', 'Tower A')
    .answer('Building', 'Building name', 'Tower One')
    .expectOptions('Building', 'Tower One')
    .expectAnswer('Floor', 'Building', 'Tower A')
})

test('the floors offered are those of the building that is chosen above', () => {
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
  // A building without floors has none, and what was chosen before stays.
  play.answer('Unit', 'Floor', 'Roof').answer('Unit', 'Building', 'Tower C')
  play.expectOffered('Unit', 'Floor').expectAnswer('Unit', 'Floor', 'Roof')
  // A floor of which nobody said where it is can be chosen anywhere.
  play.addAnyway('Floor').answer('Floor 4', 'Floor name', 'Basement')
  play.expectOffered('Unit', 'Floor', 'Basement')
})

test('the only building and its only floor are chosen, until somebody chose or there are two', () => {
  const play = open(twoBuildings).expectOnly('Building', 'Unit', '').expectOnly('Floor', 'Unit', '')
  play.answer('Building', 'Building name', 'Tower A').expectOnly('Building', 'Unit', 'Tower A')
  play.answer('Floor', 'Building', 'Tower A').answer('Floor', 'Floor name', 'Ground')
  play.expectOnly('Floor', 'Unit', 'Ground')
  play
    .addAnyway('Building')
    .answer('Building 2', 'Building name', 'Tower B')
    .expectOnly('Building', 'Unit', '')
  // The floor of the building that is chosen, not of the other.
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
