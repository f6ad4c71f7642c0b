import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addSimilar } from '#survey/edit/add-similar.ts'
import { setAnswer } from '#survey/edit/change.ts'
import { removeSimilar } from '#survey/edit/edit.ts'
import { fixedId } from '#survey/ids.ts'
import { partsDigest } from '#survey/parts-digest.ts'
import type { Survey } from '#survey/survey.ts'
import { clearSession, startSession } from '#web/lib/session/session.ts'
import { partialReply } from '#web/testing/fake-entries.ts'
import { account, emptySurvey, surveyId, surveyWire, templateWire } from '#web/testing/fake-offline.ts'
import { stubLocalStorage } from '#web/testing/local-storage.ts'
import { loadSurvey } from '../draft/load-survey.ts'
import { readCopyState, rememberSurvey, rememberTemplate } from '../incoming/server-copy.ts'
import { recordEntry } from '../record/record-answer.ts'
import { addSimilarEntry } from '../record/record-change.ts'
import { db } from '../store/database.ts'
import { acknowledgeEntry, freezePayload } from './transitions.ts'

const at = '2026-11-01T08:00:00.000Z'
const mine = fixedId('2026-11-01T09:00:00.000Z', 'mine')
const theirs = fixedId('2026-11-01T10:00:00.000Z', 'theirs')
const floors = emptySurvey().sections[1]
const section = floors?.id ?? ''
const ground = floors?.subSections[0]
const start = setAnswer(emptySurvey(), ground?.id ?? '', ground?.answers[1]?.id ?? '', {
  value: 'Ground',
  at,
})
const withMine = addSimilar(start, section, mine, at)
const withBoth = addSimilar(withMine, section, theirs, at)

let asked: string[] = []
beforeEach(async () => {
  asked = []
  await db.delete()
  await db.open()
  stubLocalStorage()
  startSession({ token: 't', userId: account, firstName: 'Sam', lastName: 'R', role: 'surveyor' })
  await rememberTemplate(account, templateWire())
})
afterEach(() => {
  clearSession()
  vi.unstubAllGlobals()
})

/** The server's reply for the new sub-section of `survey`. */
function replyOf(survey: Survey) {
  const whole = surveyWire(survey).user_survey_sections[1]
  const parts = whole?.user_survey_sub_sections ?? []
  const added = parts.filter(({ id }) => id === mine)
  const sub_sections_digest = partsDigest(parts.map(({ id }) => id))
  return { data: { attributes: { ...whole, user_survey_sub_sections: added, sub_sections_digest } } }
}

function serve(survey: Survey): void {
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    const data = { id: surveyId, type: 'users_survey', attributes: surveyWire(survey) }
    return Response.json({ data, meta: { version: 'later' } })
  })
}

async function addMine(known: Survey, server: Survey): Promise<void> {
  serve(server)
  await rememberSurvey(account, surveyWire(known), undefined, { version: 'first' })
  const entry = addSimilarEntry(account, { survey: surveyId, section, subSection: mine })
  await recordEntry(entry)
  const sealed = await freezePayload((await db.outbox.where({ id: entry.id }).first())?.seq ?? 0)
  if (!sealed) throw new Error('nothing to send')
  expect(sealed.input).toMatchObject({ body: { only_new: true } })
  await acknowledgeEntry(sealed, partialReply(replyOf(server)))
}

async function shown() {
  const parts = (await loadSurvey(account, surveyId))?.survey.sections[1]?.subSections ?? []
  return parts.map(({ id, answers }) => [id, answers[1]?.value])
}

test('adds the new sub-section and leaves the others unchanged', async () => {
  await addMine(start, withMine)
  expect(await shown()).toEqual([
    [ground?.id, 'Ground'],
    [mine, ''],
  ])
  expect(asked).toEqual([])
  // The next read fetches any other changes.
  expect((await readCopyState(account, surveyId)).read).toBeUndefined()
})

test('reads the survey again if another user has added one, too', async () => {
  await addMine(start, withBoth)
  await expect.poll(shown).toEqual([
    [ground?.id, 'Ground'],
    [mine, ''],
    [theirs, ''],
  ])
  expect(asked).toHaveLength(1)
})

test('reads the survey again if another user has removed one', async () => {
  const known = addSimilar(start, section, theirs, at)
  await addMine(known, removeSimilar(withBoth, theirs, at))
  await expect.poll(shown).toEqual([
    [ground?.id, 'Ground'],
    [mine, ''],
  ])
})

test('reads the survey if the device lacks the section', async () => {
  serve(withMine)
  await rememberSurvey(account, surveyWire(start), undefined, { version: 'first' })
  const entry = addSimilarEntry(account, { survey: surveyId, section, subSection: mine })
  await recordEntry(entry)
  const sealed = await freezePayload((await db.outbox.where({ id: entry.id }).first())?.seq ?? 0)
  await db.copies.where({ account, id: surveyId }).modify({ sections: [] })
  await db.subSections.clear()
  if (sealed) await acknowledgeEntry(sealed, partialReply(replyOf(withMine)))
  await expect.poll(async () => (await shown()).length).toBe(2)
  expect(asked).toHaveLength(1)
})
