import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addSimilar } from '#survey/edit/add-similar.ts'
import { setAnswer } from '#survey/edit/change.ts'
import { fixedId } from '#survey/ids.ts'
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
import { acknowledgeEntry, freezePayload, postponeEntry } from './transitions.ts'

const at = '2026-11-01T08:00:00.000Z'
const mine = fixedId('2026-11-01T09:00:00.000Z', 'mine')
const theirs = fixedId('2026-11-01T10:00:00.000Z', 'theirs')
const empty = emptySurvey()
const floors = empty.sections[1]
const section = floors?.id ?? ''
const ground = floors?.subSections[0]
/** One floor with a title, so that another can be added. */
const start = setAnswer(empty, ground?.id ?? '', ground?.answers[1]?.id ?? '', { value: 'Ground', at })
const withMine = addSimilar(start, section, mine, at)
const withBoth = addSimilar(withMine, section, theirs, at)

beforeEach(async () => {
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

const sectionOf = (survey: Survey) => ({ data: { attributes: surveyWire(survey).user_survey_sections[1] } })
const parts = async () => {
  const loaded = await loadSurvey(account, surveyId)
  return loaded?.survey.sections[1]?.subSections.map(({ id }) => id)
}

test('an outdated reply does not remove what was read since', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    const data = { id: surveyId, type: 'users_survey', attributes: surveyWire(withBoth) }
    return Response.json({ data, meta: { version: 'third' } })
  })
  await rememberSurvey(account, surveyWire(start), undefined, { version: 'first' })
  const entry = addSimilarEntry(account, { survey: surveyId, section, subSection: mine })
  const { id } = entry
  await recordEntry(entry)
  const { seq = 0 } = (await db.outbox.where({ id }).first()) ?? {}
  const sent = await freezePayload(seq)
  if (!sent) throw new Error('nothing to send')
  // The server has it, but its reply was lost. Before the retry, another user adds a floor, and the survey is
  // read.
  await postponeEntry(sent, 0, 'Not reached')
  await rememberSurvey(account, surveyWire(withBoth), undefined, { version: 'second' })
  const again = await freezePayload(seq)
  if (!again) throw new Error('nothing to send')
  await acknowledgeEntry(again, partialReply(sectionOf(withMine)))
  expect((await readCopyState(account, surveyId)).read?.version).not.toBe('second')
  await expect.poll(parts).toEqual([ground?.id, mine, theirs])
  expect(asked).toEqual([expect.stringMatching(/\/changed$/)])
})
