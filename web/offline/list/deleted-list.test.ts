import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startSession } from '#web/lib/session/session.ts'
import { partialReply } from '#web/testing/fake-entries.ts'
import { account, surveyId, surveyWire, templateWire } from '#web/testing/fake-offline.ts'
import { stubLocalStorage } from '#web/testing/local-storage.ts'
import { syncDeletedSurveys } from '../incoming/deleted-copy.ts'
import { listItemFrom } from '../incoming/list-item.ts'
import { rememberSurvey, rememberTemplate } from '../incoming/server-copy.ts'
import { dueEntries } from '../outbox/queue.ts'
import { acknowledgeEntry, evaluateFailure, freezePayload, parkEntry } from '../outbox/transitions.ts'
import { recordPermanentDeletion } from '../record/record-permanent-deletion.ts'
import { recordCreation, recordDeletion, recordRestore } from '../record/record-survey.ts'
import { db } from '../store/database.ts'
import { holdSurvey } from '../store/forget-survey.ts'
import { readDeletedList } from './deleted-list.ts'
import { readDeviceList } from './device-list.ts'

const day = 24 * 3_600_000
const wire = surveyWire()
const made = '019c0000-0000-7000-8000-0000000000aa'
const done = { data: { message: '' } }

/** Surveys that the server lists as deleted. */
let there: { readonly id: string; readonly deletedAt: number }[] = []
let reachable = true
/** Runs between request and reply. */
let meanwhile: () => Promise<void> = async () => undefined

beforeEach(async () => {
  await db.delete()
  await db.open()
  there = []
  reachable = true
  meanwhile = async () => undefined
  const kept = new Map<string, string>()
  stubLocalStorage(kept)
  startSession({ token: 't', userId: account, firstName: 'Sam', lastName: 'R', role: 'surveyor' })
  vi.stubGlobal('fetch', async () => {
    if (!reachable) throw new TypeError('Failed to fetch')
    const data = there.map(({ id, deletedAt }) => ({
      id,
      type: 'users_survey',
      attributes: {
        ...listItemFrom(wire),
        survey_name: `House ${id.slice(-2)}`,
        deleted_at: new Date(deletedAt).toISOString(),
        restorable_until: new Date(deletedAt + 30 * day).toISOString(),
      },
    }))
    await meanwhile()
    return Response.json({ data, meta: { total_pages: 1, total_count: data.length, current_page: 1 } })
  })
  await rememberTemplate(account, templateWire())
  await rememberSurvey(account, wire)
  await db.listed.put({ account, id: surveyId, item: listItemFrom(wire) })
})
afterEach(() => vi.unstubAllGlobals())

const deleted = async () => (await readDeletedList(account)).surveys
const inList = async () => (await readDeviceList(account)).surveys.map(({ id }) => id)
const waiting = async (survey = surveyId) =>
  (await db.outbox.where({ account, survey }).sortBy('seq')).map(({ endpoint }) => endpoint.slice(8))

async function send(reply: unknown): Promise<void> {
  const [due] = dueEntries(await db.outbox.where({ account }).sortBy('seq'), Date.now() + 60_000)
  const row = due && (await freezePayload(due.seq ?? 0))
  if (row) await acknowledgeEntry(row, partialReply(reply))
}

test('an offline deletion appears at once, shows that it is unsent, and can be undone offline', async () => {
  reachable = false
  await recordDeletion(account, surveyId)
  expect(await inList()).toEqual([])
  const [shown] = await deleted()
  expect(shown).toMatchObject({ id: surveyId, waits: true, attributes: { survey_name: 'Harbor View' } })
  expect(Date.parse(shown?.until ?? '') - Date.parse(shown?.deletedAt ?? '')).toBe(30 * day)
  expect(await syncDeletedSurveys(account)).toMatchObject({ ok: false, status: 0 })
  if (shown) await recordRestore(account, shown)
  expect([await deleted(), await inList(), await waiting()]).toEqual([[], [surveyId], []])
})

test('a restored survey returns to its place, whether or not its deletion was sent', async () => {
  const edited = new Date(Date.parse(wire.last_edited) + day).toISOString()
  await db.listed.put({ account, id: made, item: { ...listItemFrom(wire), last_edited: edited } })
  const item = (await db.listed.get([account, surveyId]))?.item ?? listItemFrom(wire)
  for (const attempts of [0, 1]) {
    await recordDeletion(account, surveyId)
    await db.outbox.where({ account }).modify({ attempts })
    await recordRestore(account, { id: surveyId, attributes: item })
    expect([await waiting(), await inList()]).toEqual([
      attempts ? ['delete', 'restore'] : [],
      [made, surveyId],
    ])
  }
})

test.each([
  ['is closed', 'missing', async () => () => undefined],
  ['is open', 'gone', () => holdSurvey(surveyId)],
])(
  'a deleted survey that %s never reappears in the list while the reply is applied',
  async (_, left, open) => {
    const close = await open()
    await recordDeletion(account, surveyId)
    const shown = new Set<string>()
    const look = async () => {
      const [survey] = (await readDeviceList(account)).surveys
      const how = survey ? (survey.gone ? 'gone' : 'there') : 'missing'
      shown.add(how)
      return how
    }
    let isSent = false
    const watched = (async () => {
      while (!isSent) await look()
    })()
    await send(done)
    isSent = true
    await watched
    expect(await look()).toBe(left)
    expect(shown).not.toContain('there')
    close()
  },
)

test('a deleted survey stays listed after confirmation and an offline restart', async () => {
  await recordDeletion(account, surveyId)
  await send(done)
  reachable = false
  expect(await syncDeletedSurveys(account)).toMatchObject({ ok: false })
  expect(await inList()).toEqual([])
  const [shown] = await deleted()
  expect(shown).toMatchObject({ id: surveyId, waits: false })
  if (shown) await recordRestore(account, shown)
  expect([await deleted(), await inList(), await waiting()]).toEqual([[], [surveyId], ['restore']])
  await send({ data: { id: surveyId, type: 'users_survey', attributes: wire } })
  expect([await deleted(), await inList()]).toEqual([[], [surveyId]])
})

test('a rejected restoration leaves the survey among the deleted', async () => {
  await recordDeletion(account, surveyId)
  await send(done)
  const [shown] = await deleted()
  if (shown) await recordRestore(account, shown)
  const [row] = await db.outbox.toArray()
  if (row) await parkEntry(row, 'Too late')
  expect(await deleted()).toMatchObject([{ id: surveyId }])
})

test('stores the server’s list, latest deletion first, without expired ones', async () => {
  const now = Date.now()
  there = [
    { id: made, deletedAt: now - 2 * day },
    { id: surveyId.replace(/b$/, 'c'), deletedAt: now - day },
  ]
  expect(await syncDeletedSurveys(account)).toBeNull()
  reachable = false
  expect((await deleted()).map(({ attributes }) => attributes.survey_name)).toEqual(['House bc', 'House aa'])
  const later = await readDeletedList(account, now + 28.5 * day)
  expect(later.surveys.map(({ attributes }) => attributes.survey_name)).toEqual(['House bc'])
  expect(later.checkedAt).not.toBeNull()
})

test('an outdated reply does not undo a deletion made meanwhile', async () => {
  let asked = 0
  meanwhile = async () => {
    if (asked++ > 0) return
    await recordDeletion(account, surveyId)
    await send(done)
    there = [{ id: surveyId, deletedAt: Date.now() }]
  }
  await syncDeletedSurveys(account)
  expect([asked, (await deleted()).map(({ id }) => id)]).toEqual([2, [surveyId]])
})

test('a permanent deletion follows an unsent deletion, and removes the survey from both lists at once', async () => {
  await recordDeletion(account, surveyId)
  await recordPermanentDeletion(account, surveyId)
  await recordPermanentDeletion(account, surveyId)
  expect([await waiting(), await deleted(), await inList()]).toEqual([['delete', 'deleteForGood'], [], []])
  await send(done)
  expect([await deleted(), await inList()]).toEqual([[], []])
  await send(done)
  expect([await waiting(), await deleted(), await inList(), await db.listed.count()]).toEqual([[], [], [], 0])
  expect(
    evaluateFailure('surveys.deleteForGood', { status: 404, errors: [{ message: 'Not found.' }] }),
  ).toEqual({
    kind: 'done',
  })
})

test('permanently deletes a survey that was never sent at once, with its unsent changes', async () => {
  const given = { id: made, template: wire.survey_template_id, name: 'Pier', owner: 'Ann', createdBy: 'Sam' }
  await recordCreation(account, given)
  await recordDeletion(account, made)
  expect((await deleted()).map(({ id }) => id)).toEqual([made])
  await recordPermanentDeletion(account, made)
  expect([await waiting(made), await deleted()]).toEqual([[], []])
})
