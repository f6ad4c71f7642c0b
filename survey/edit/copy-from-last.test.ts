import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sampleTemplate } from '../sample-template.ts'
import { open, type Scenario } from '../scenario.ts'

test('checking copies values and photos of the previous one into the newest', () => {
  const play = secondFloor()
    .copyFromLast('Floor')
    .expectAnswer('Floor 2', 'Wiring', 'Copper, Coax')
    .expectAnswer('Floor 2', 'Building', 'Tower A')
    .expectPhotos('Floor 2', 'Riser', 1)
  const copied = play.find('Floor 2', 'Riser').answer.media[0]
  const original = play.find('Floor 1', 'Riser').answer.media[0]
  expect(copied?.copiedFrom).toBe(original?.id)
  expect(copied?.id).not.toBe(original?.id)
  expect(copied?.description).toBe('Riser door')
})

test('unchecking clears the copied values and deletes the copied photos, not those of the previous one', () => {
  secondFloor()
    .copyFromLast('Floor')
    .clearCopied('Floor')
    .expectEmpty('Floor 2')
    .expectAnswer('Floor 1', 'Wiring', 'Copper, Coax')
    .expectPhotos('Floor 1', 'Riser', 1)
})

test('what the surveyor gave already is neither overwritten nor cleared', () => {
  secondFloor()
    .answer('Floor 2', 'Floor name', 'Second')
    .photo('Floor 2', 'Riser')
    .copyFromLast('Floor')
    .expectAnswer('Floor 2', 'Floor name', 'Second')
    .expectPhotos('Floor 2', 'Riser', 2)
    .clearCopied('Floor')
    .expectAnswer('Floor 2', 'Floor name', 'Second')
    .expectAnswer('Floor 2', 'Wiring', '')
    .expectPhotos('Floor 2', 'Riser', 1)
})

test('copying twice copies photos once', () => {
  secondFloor().copyFromLast('Floor').copyFromLast('Floor').expectPhotos('Floor 2', 'Riser', 1)
})

test('with nothing before it, or in a section without that choice, nothing is copied', () => {
  const first = open(sampleTemplate).answer('Floor', 'Floor name', 'Ground')
  const before = first.survey
  expect(first.copyFromLast('Floor').survey).toBe(before)
  const building = open(sampleTemplate).fillMandatory('Building').addSimilar('Building')
  building.copyFromLast('Building').expectEmpty('Building 2')
})

test('copy then clear gives back what was there', () => {
  const own = fc.record({
    name: fc.constantFrom('', 'Second', 'Roof'),
    access: fc.constantFrom('', 'Locked'),
  })
  fc.assert(
    fc.property(own, fc.boolean(), ({ name, access }, photo) => {
      const play = secondFloor().answer('Floor 2', 'Floor name', name).answer('Floor 2', 'Access', access)
      if (photo) play.photo('Floor 2', 'Riser')
      const before = newestAnswers(play)
      play.copyFromLast('Floor').clearCopied('Floor')
      expect(newestAnswers(play)).toEqual(before)
    }),
  )
})

function secondFloor(): Scenario {
  return open(sampleTemplate)
    .answer('Building', 'Building name', 'Tower A')
    .answer('Floor', 'Building', 'Tower A')
    .answer('Floor', 'Floor name', 'Ground')
    .answer('Floor', 'Wiring', 'Copper', 'Coax')
    .photo('Floor', 'Riser', 'Riser door')
    .addSimilar('Floor')
}

function newestAnswers(play: Scenario): unknown {
  return play
    .section('Floor')
    .subSections.at(-1)
    ?.answers.map(({ id, value, values, media }) => ({ id, value, values, media }))
}
