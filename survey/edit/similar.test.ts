import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fixedId, laterId } from '../ids.ts'
import { nameOf } from '../numbering.ts'
import { sampleTemplate } from '../testing/sample-template.ts'
import { open } from '../testing/scenario.ts'
import { addSimilar } from './add-similar.ts'
import { removeSimilar } from './edit.ts'

const at = '2026-03-01T10:00:00.000Z'

test('numbers sub-sections as soon as there are two', () => {
  open(sampleTemplate)
    .expectNames('Building', 'Building')
    .fillMandatory()
    .addSimilar('Building')
    .expectNames('Building', 'Building 1', 'Building 2')
    .fillMandatory()
    .addSimilar('Building')
    .expectNames('Building', 'Building 1', 'Building 2', 'Building 3')
})

test("allows adding once the section's own mandatory fields are filled", () => {
  open(sampleTemplate)
    .expectMayAdd('Building', false)
    .answer('Building', 'Building name', 'Tower A')
    .answer('Building', 'Units', '40')
    .expectMayAdd('Building', true)
    .addSimilar('Building')
    .expectMayAdd('Building', false)
    .expectMayAdd('Floor', false)
})

test('refuses to add to a section that does not repeat', () => {
  const play = open(sampleTemplate).fillMandatory().expectMayAdd('MDF Info', false)
  expect(addSimilar(play.survey, play.section('MDF Info').id, fixedId(at, 'new'), at)).toBe(play.survey)
})

test('drops the number of the only remaining sub-section and keeps its answers', () => {
  open(sampleTemplate)
    .answer('Building', 'Building name', 'Tower A')
    .answer('Building', 'Units', '40')
    .addSimilar('Building')
    .answer('Building', 'Building name', 'Tower B')
    .remove('Building 1')
    .expectNames('Building', 'Building')
    .expectAnswer('Building', 'Building name', 'Tower B')
})

test('never removes the only sub-section', () => {
  const play = open(sampleTemplate)
  const before = play.survey
  expect(play.remove('Building').survey).toBe(before)
})

test('adds a sub-section once when replayed', () => {
  const play = open(sampleTemplate)
  const { id } = play.section('Floor')
  const once = addSimilar(play.survey, id, fixedId(at, 'new'), at)
  expect(addSimilar(once, id, fixedId(at, 'new'), at)).toBe(once)
})

test("sorts a new sub-section last even if the device's clock is behind", () => {
  const last = fixedId('2026-03-01T10:00:00.000Z', 'last')
  expect(laterId(fixedId('2025-01-01T00:00:00.000Z', 'new'), last) > last).toBe(true)
  const fresh = fixedId('2026-03-01T10:00:00.001Z', 'new')
  expect(laterId(fresh, last)).toBe(fresh)
})

test('keeps ids sorted and names numbered for any additions and removals', () => {
  const steps = fc.array(fc.record({ add: fc.boolean(), key: fc.nat(12), minute: fc.nat(59) }), {
    maxLength: 25,
  })
  fc.assert(
    fc.property(steps, (edits) => {
      const play = open(sampleTemplate)
      const sectionId = play.section('Floor').id
      const survey = edits.reduce((current, { add, key, minute }) => {
        const id = fixedId(new Date(Date.UTC(2026, 5, 1, 0, minute)).toISOString(), `${key}`)
        return add ? addSimilar(current, sectionId, id, at) : removeSimilar(current, id, at)
      }, play.survey)
      const floors = survey.sections.find(({ id }) => id === sectionId)
      const ids = floors?.subSections.map(({ id }) => id) ?? []
      expect(ids).toEqual([...new Set(ids)].sort())
      const names = floors?.subSections.map((each) => nameOf(floors, each))
      expect(names).toEqual(ids.length === 1 ? ['Floor'] : ids.map((_, index) => `Floor ${index + 1}`))
    }),
  )
})
