import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addSimilar } from '#survey/edit/add-similar.ts'
import { setAnswer } from '#survey/edit/change.ts'
import { fixedId } from '#survey/ids.ts'
import { titledName } from '#survey/numbering.ts'
import type { Survey } from '#survey/survey.ts'
import { account, emptySurvey, surveyId, surveyWire, templateWire } from '#web/testing/fake-offline.ts'
import { loadDraft } from '#web/testing/new-draft.ts'
import { rememberSurvey, rememberTemplate } from '../incoming/server-copy.ts'
import { publish } from '../store/bus.ts'
import { db } from '../store/database.ts'
import type { Draft } from './draft.ts'
import { addPart, attachFiles, finishSurvey, removePart } from './draft-actions.ts'

const at = '2026-11-01T08:00:00.000Z'
let draft: Draft

beforeEach(async () => {
  await db.delete()
  await db.open()
  await rememberTemplate(account, templateWire())
  await rememberSurvey(account, surveyWire(named()))
  draft = await loadDraft()
})

afterEach(async () => {
  draft.close()
  await draft.written()
})

/** One floor with a title, so that another can be added. */
function named(): Survey {
  const empty = emptySurvey()
  const part = empty.sections[1]?.subSections[0]
  return part ? setAnswer(empty, part.id, part.answers[1]?.id ?? '', { value: 'Ground', at }) : empty
}

const floors = () => draft.survey.sections[1]
const names = () => {
  const section = floors()
  return section?.subSections.map((_, index) => titledName(section, index))
}

test('keeps the sub-sections that both users added, and edits apply by id under the new number', async () => {
  const section = floors()?.id ?? ''
  const mine = addPart(draft, section, () => undefined) ?? ''
  const part = draft.part(mine)
  const field = part?.answers[1]
  if (!field) throw new Error('no field')
  draft.hold(field.id)
  draft.type({ section, subSection: mine }, field, { value: 'Attic', values: [] })
  await draft.written()
  const typedInto = draft.answer(field.id)
  // By its id, the other user's was added first, so this one becomes the third.
  const theirs = fixedId('2026-11-01T09:00:00.000Z', 'theirs')
  await rememberSurvey(account, surveyWire(addSimilar(named(), section, theirs, at)))
  await draft.reload()
  expect(floors()?.subSections.map(({ id }) => id)).toEqual([expect.any(String), theirs, mine])
  expect(names()).toEqual(['Ground', 'Floor 2', 'Attic'])
  // The same object, so the field in use doesn't render again.
  expect(draft.answer(field.id)).toBe(typedInto)
  expect(draft.part(mine)?.answers[1]?.value).toBe('Attic')
})

test('a viewer queues nothing, and earlier entries stay', async () => {
  const place = { section: floors()?.id ?? '', subSection: floors()?.subSections[0]?.id ?? '' }
  const field = floors()?.subSections[0]?.answers[1]
  if (!field) throw new Error('no field')
  draft.type(place, field, { value: 'Cellar', values: [] })
  await draft.written()
  await rememberSurvey(account, { ...surveyWire(named()), my_role: 'viewer' })
  await draft.reload()
  expect(draft.mayEdit).toBe(false)
  draft.type(place, field, { value: 'Roof', values: [] })
  expect(addPart(draft, place.section, () => undefined)).toBeNull()
  removePart(draft, place, '')
  expect(await attachFiles(draft, { ...place, answer: field.id }, fixedId(at, 'upload'), [])).toBe(false)
  expect((await finishSurvey(draft, 'Started', 10)).kind).toBe('failed')
  await draft.written()
  expect(await db.outbox.count()).toBe(1)
  expect(draft.answer(field.id)?.value).toBe('Cellar')
})

test("a deleted survey can't be edited and keeps its content", () => {
  const field = floors()?.subSections[0]?.answers[1]
  publish(account, { kind: 'gone', survey: surveyId })
  expect(draft.mayEdit).toBe(false)
  expect(field && draft.answer(field.id)?.value).toBe('Ground')
})
