import 'fake-indexeddb/auto'
import { beforeEach, expect, test } from 'vitest'
import { newSurvey } from '#survey/survey.ts'
import { sampleTemplate } from '#survey/testing/sample-template.ts'
import { account } from '#web/testing/fake-offline.ts'
import { db } from '../store/database.ts'
import { readMemory } from '../store/unsent-memory.ts'
import { addPart, removePart, restorePart } from './draft-actions.ts'
import { previewDraft } from './preview-draft.ts'

beforeEach(async () => {
  await db.delete()
  await db.open()
})

function rows() {
  return Promise.all(db.tables.map((table) => table.toArray()))
}

test('a preview can be filled, and stores nothing', async () => {
  const before = await rows()
  const at = '2026-11-23T10:00:00.000Z'
  const draft = previewDraft(
    account,
    newSurvey(sampleTemplate, { id: crypto.randomUUID(), name: 'Tried', owner: '', createdBy: account, at }),
  )
  const [section] = draft.survey.sections
  const [part] = section?.subSections ?? []
  const answer = part?.answers.find(({ field }) => field.type === 'text')
  if (!section || !part || !answer) throw new Error('No text to fill')
  draft.type({ section: section.id, subSection: part.id }, answer, { value: 'Harbor', values: [] })
  expect(draft.answer(answer.id)?.value).toBe('Harbor')
  const repeated = draft.survey.sections.find(({ definition }) => definition.addSimilar)
  addPart(draft, repeated?.id ?? '', () => undefined)
  const parts = () => draft.survey.sections.find(({ id }) => id === repeated?.id)?.subSections ?? []
  expect(parts()).toHaveLength(2)
  const last = { section: repeated?.id ?? '', subSection: parts().at(-1)?.id ?? '' }
  removePart(draft, last, '')
  expect(parts()).toHaveLength(1)
  expect(await restorePart(draft, last.subSection, '')).toBe(false)
  expect(await draft.allWritten()).toBe(true)
  expect(await rows()).toEqual(before)
  expect(readMemory().open).toEqual([])
  draft.close()
})
