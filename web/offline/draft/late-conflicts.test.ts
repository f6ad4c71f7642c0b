import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import type { autoSave, SavedSections } from '#contract/surveys/surveys.ts'
import type { Answer } from '#survey/survey.ts'
import { partialReply } from '#web/testing/fake-entries.ts'
import { account, surveyId } from '#web/testing/fake-offline.ts'
import { newDraft } from '#web/testing/new-draft.ts'
import { storeRemoteAnswers } from '../incoming/remote-answers.ts'
import { acknowledgeEntry, freezePayload } from '../outbox/transitions.ts'
import { db } from '../store/database.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import type { Draft } from './draft.ts'

let draft: Draft

beforeEach(async () => {
  draft = await newDraft()
})

afterEach(async () => {
  draft.close()
  await draft.written()
  vi.useRealTimers()
})

const part = () => draft.survey.sections[0]?.subSections[0]
const field = () => part()?.answers[0] as Answer
const row = () => db.answers.get([account, field().id])

function type(value: string): void {
  const place = { section: draft.survey.sections[0]?.id ?? '', subSection: part()?.id ?? '' }
  draft.type(place, field(), { value, values: [] })
}

async function sealed(): Promise<OutboxRow> {
  await draft.written()
  const [next] = await db.outbox.where({ account }).sortBy('seq')
  const sealed = next && (await freezePayload(next.seq ?? 0))
  if (!sealed) throw new Error('nothing to send')
  return sealed
}

/** The server had Eve's 'Pier' when 'Harbor' arrived. */
function conflict(stands: 'own' | 'other') {
  const { id } = field()
  const pier = { id, field_value: 'Pier', field_value_multiple: [], edited_by: 'Eve Jones' }
  const revision = stands === 'own' ? 2 : 1
  const saved = stands === 'own' ? [{ id, revision }] : []
  const reply = { last_edited: '', progress: '', saved, conflicts: [{ ...pier, revision }], recovered: [] }
  return { data: { attributes: reply } }
}

/** Stores the edits made by `typing` after the reply, as on a slow device. */
async function settleBefore(stands: 'own' | 'other', typing: () => void): Promise<void> {
  type('Harbor')
  const flying = await sealed()
  let goOn = () => {}
  const slow = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const at = new Date().toISOString()
  draft.edit({ kind: 'header', change: { name: 'Harbor View 2' }, at }, () => slow)
  typing()
  await acknowledgeEntry(flying, partialReply(conflict(stands)))
  goOn()
  await draft.written()
  await draft.reload()
}

function baseIn({ input }: OutboxRow) {
  const { body } = input as InputOf<typeof autoSave>
  const [section] = body.user_survey_sections_attributes as SavedSections
  return section?.user_survey_sub_sections_attributes[0]?.user_survey_sub_section_details_attributes[0]
    ?.base_revision
}

test('keeps a conflict that the server reported while a newer edit was being stored', async () => {
  await settleBefore('own', () => type('Harbor East'))
  expect(draft.conflicts.get(field().id)).toMatchObject({ stands: 'own', other: { value: 'Pier' } })
  expect(baseIn(await sealed())).toBe(2)
})

test('a newer edit does not build on an unseen answer: the server decides and reports a conflict', async () => {
  await settleBefore('other', () => type('Harbor East'))
  expect(draft.conflicts.has(field().id)).toBe(false)
  expect(field().value).toBe('Harbor East')
  expect(baseIn(await sealed())).toBe(0)
})

test('an edit equal to the other value ends the conflict', async () => {
  await settleBefore('own', () => type('Pier'))
  expect([draft.conflicts.size, (await row())?.conflict]).toEqual([0, null])
})

test('shows no conflict if the equal edit is already stored', async () => {
  type('Harbor')
  const flying = await sealed()
  type('Pier')
  await draft.written()
  await acknowledgeEntry(flying, partialReply(conflict('own')))
  expect([draft.conflicts.size, (await row())?.conflict]).toEqual([0, null])
})

test('distinguishes edits made within one tick of a coarse clock', async () => {
  const noon = '2026-11-01T12:00:00.000Z'
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(noon) })
  const { id } = field()
  type('Harbor')
  const flying = await sealed()
  const pier = { id, field_value: 'Pier', field_value_multiple: [], revision: 2, edited_at: noon }
  const answers = [{ ...pier, copied_from: null, edited_by: 'Eve Jones' }]
  await storeRemoteAnswers(account, surveyId, { answers, progress: '', last_edited: noon })
  type('Harbor East')
  type('Harbor West')
  await draft.written()
  const reply = {
    last_edited: noon,
    progress: '',
    saved: [{ id, revision: 1 }],
    conflicts: [],
    recovered: [],
  }
  await acknowledgeEntry(flying, partialReply({ data: { attributes: reply } }))
  expect(field().value).toBe('Harbor West')
})
