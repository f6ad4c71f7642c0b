import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deriveId, fixedId } from '../ids.ts'
import { nameOf } from '../numbering.ts'
import { firstSubSectionId, type Survey } from '../survey.ts'
import { sampleTemplate } from '../testing/sample-template.ts'
import { open } from '../testing/scenario.ts'
import { applyEdit, type Edit } from './edit.ts'

const at = '2026-03-01T10:00:00.000Z'

test('applies a late answer to its own floor after another floor was deleted', () => {
  const play = open(sampleTemplate).addAnyway('Floor').addAnyway('Floor')
  const { subSection, answer } = play.find('Floor 3', 'Floor name')
  play.remove('Floor 1').expectNames('Floor', 'Floor 1', 'Floor 2')
  const late = {
    subSectionId: subSection.id,
    answerId: answer.id,
    value: 'Roof',
    values: [],
    baseRevision: 0,
  }
  play.survey = applyEdit(play.survey, { kind: 'answer', ...late, at })
  play.expectAnswer('Floor 2', 'Floor name', 'Roof').expectAnswer('Floor 1', 'Floor name', '')
})

test('ignores a late answer to a deleted floor', () => {
  const play = open(sampleTemplate).addAnyway('Floor')
  const { subSection, answer } = play.find('Floor 1', 'Floor name')
  const before = play.remove('Floor 1').survey
  const late = {
    subSectionId: subSection.id,
    answerId: answer.id,
    value: 'Roof',
    values: [],
    baseRevision: 0,
  }
  expect(applyEdit(before, { kind: 'answer', ...late, at })).toBe(before)
})

test('applies answers to their own sub-section for any order of additions and deletions', () => {
  const { survey: fresh } = open(sampleTemplate)
  const floor = floorsOf(fresh)
  const fieldId = floor.definition.fields.find(({ name }) => name === 'Floor name')?.id ?? ''
  const ids = [firstSubSectionId(floor.id), ...Array.from({ length: 6 }, (_, minute) => idAt(minute))]
  const step = fc.record({
    what: fc.constantFrom('add', 'remove', 'answer'),
    id: fc.constantFrom(...ids),
    value: fc.constantFrom('Ground', 'Second', 'Roof'),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      // The last answer of each existing sub-section.
      const overruled = new Map([[ids[0] ?? '', '']])
      let survey = fresh
      for (const { what, id, value } of steps) {
        survey = applyEdit(survey, editOf(what, floor.id, id, fieldId, value))
        if (what === 'add' && !overruled.has(id)) overruled.set(id, '')
        if (what === 'remove' && overruled.size > 1) overruled.delete(id)
        if (what === 'answer' && overruled.has(id)) overruled.set(id, value)
      }
      const floors = floorsOf(survey)
      const shown = floors.subSections.map(({ id, answers }) => [
        id,
        answers.find(({ field }) => field.id === fieldId)?.value,
      ])
      expect(shown).toEqual([...overruled].sort(([a], [b]) => (a < b ? -1 : 1)))
      const numbers = shown.map((_, index) => (shown.length === 1 ? 'Floor' : `Floor ${index + 1}`))
      expect(floors.subSections.map((part) => nameOf(floors, part))).toEqual(numbers)
    }),
  )
})

function editOf(what: string, sectionId: string, subSectionId: string, fieldId: string, value: string): Edit {
  if (what === 'add') return { kind: 'add-similar', sectionId, subSectionId, at }
  if (what === 'remove') return { kind: 'remove-similar', subSectionId, at }
  const answerId = deriveId(subSectionId, fieldId)
  return { kind: 'answer', subSectionId, answerId, value, values: [], baseRevision: 0, at }
}

function floorsOf({ sections }: Survey) {
  const found = sections.find(({ definition }) => definition.name === 'Floor')
  if (!found) throw new Error('no floors')
  return found
}

/** Times before and after the survey's own, because device clocks vary. */
function idAt(minute: number): string {
  const year = minute % 2 === 0 ? 2025 : 2027
  return fixedId(new Date(Date.UTC(year, 5, 1, 0, minute)).toISOString(), 'floor')
}
