import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startSession } from '#web/lib/session/session.ts'
import { account, surveyId, surveyWire, templateWire } from '#web/testing/fake-offline.ts'
import { stubLocalStorage } from '#web/testing/local-storage.ts'
import { openDraft } from '../draft/open-draft.ts'
import { fetchSurvey } from '../incoming/fetch-survey.ts'
import { listItemFrom } from '../incoming/list-item.ts'
import { rememberTemplate } from '../incoming/server-copy.ts'
import { recordCreation, recordHeader } from '../record/record-survey.ts'
import { db } from '../store/database.ts'
import { prefetchSurveys } from './prefetch-offline.ts'

const ids = Array.from({ length: 32 }, (_, number) => surveyId.slice(0, -2) + (number + 16).toString(16))
const edited = (number: number) => `2026-11-01T08:00:${String(number + 10)}.000Z`

/** Requested ids, with the version that the device sent. */
let asked: (readonly [id: string, version: string])[] = []
/** The server's current version. */
let version = 'v1'

function answer(address: string): Response {
  const { pathname, searchParams } = new URL(address, 'http://x')
  const id = pathname.split('/').at(-2) ?? ''
  asked.push([id, searchParams.get('version') ?? ''])
  const same = searchParams.get('version') === version
  const attributes = { ...surveyWire(), id, last_edited: edited(ids.indexOf(id)), user_survey_sections: [] }
  return Response.json({ data: same ? null : { id, type: 'users_survey', attributes }, meta: { version } })
}

async function list(...listed: readonly string[]): Promise<void> {
  await db.listed.clear()
  await db.listed.bulkPut(
    listed.map((id) => {
      const { user_survey_sections: _, ...head } = surveyWire()
      return { account, id, item: { ...listItemFrom(head), last_edited: edited(ids.indexOf(id)) } }
    }),
  )
}

const here = async () => (await db.copies.toArray()).map(({ id }) => id).sort()
const always = async () => true

beforeEach(async () => {
  await db.delete()
  await db.open()
  asked = []
  version = 'v1'
  stubLocalStorage()
  startSession({ token: 't', userId: account, firstName: 'Sam', lastName: 'R', role: 'surveyor' })
  vi.stubGlobal('fetch', async (address: string) => answer(address))
  await rememberTemplate(account, templateWire())
})
afterEach(() => vi.unstubAllGlobals())

test('fetches the last edited surveys once, and removes them when outdated unless they were opened', async () => {
  const [a = '', b = '', c = ''] = ids
  await list(a, b, c)
  await prefetchSurveys(account, always)
  expect(asked.map(([id]) => id)).toEqual([c, b, a])
  await prefetchSurveys(account, always)
  expect(asked).toHaveLength(3)
  const opened = await openDraft(account, a)
  if (opened.ok) opened.draft.close()
  await list(...ids)
  await expect.poll(async () => (await db.copies.get([account, a]))?.ahead).toBe(false)
  await prefetchSurveys(account, always)
  expect(await here()).toEqual([a, ...ids.slice(2)].sort())
})

test('unsent changes keep a prefetched survey on the device', async () => {
  const [a = ''] = ids
  await list(a)
  await prefetchSurveys(account, always)
  await recordHeader(account, a, { survey_name: 'Mine' })
  await list(...ids)
  await prefetchSurveys(account, always)
  expect(await here()).toContain(a)
})

test('fetches nothing once it must stop', async () => {
  await list(...ids.slice(0, 3))
  let left = 1
  await prefetchSurveys(account, async () => left-- > 0)
  expect(asked).toHaveLength(1)
})

test('fetches a changed copy again, but not a current one', async () => {
  const [a = ''] = ids
  await fetchSurvey(account, a)
  await fetchSurvey(account, a)
  version = 'v2'
  await fetchSurvey(account, a)
  expect(asked).toEqual([
    [a, ''],
    [a, 'v1'],
    [a, 'v1'],
  ])
  expect((await db.copies.get([account, a]))?.read?.version).toBe('v2')
})

test("does not ask the server for a survey that it doesn't have yet", async () => {
  const { id: template } = templateWire()
  await recordCreation(account, { id: surveyId, template, name: 'A', owner: 'B', createdBy: 'C' })
  expect(await fetchSurvey(account, surveyId)).toEqual({ ok: true })
  expect(asked).toEqual([])
})
