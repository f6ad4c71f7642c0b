import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sampleTemplate } from '#survey/testing/sample-template.ts'
import { startSession } from '#web/lib/session/session.ts'
import { account, emptySurvey, surveyWire, templateWire } from '#web/testing/fake-offline.ts'
import { stubLocalStorage } from '#web/testing/local-storage.ts'
import { loadSurvey } from '../draft/load-survey.ts'
import { rememberSurvey, rememberTemplate } from '../incoming/server-copy.ts'
import { discardEntries } from '../record/discard.ts'
import { recordDeletion, recordHeader } from '../record/record-survey.ts'
import { subscribe } from '../store/bus.ts'
import { db } from '../store/database.ts'
import { holdSurvey } from '../store/forget-survey.ts'
import type { ListedSurvey } from '../store/rows.ts'
import { readDeviceList } from './device-list.ts'
import { lastEdited } from './prefetch-offline.ts'
import { dropMissing, listedIds, storePage } from './store-page.ts'
import { findOnDevice, findOnServer } from './survey-finder.ts'
import { syncList } from './sync-list.ts'

const idOf = (number: number) => `019b0000-0000-7000-8000-${String(number).padStart(12, '0')}`

/** The server's list. */
let there = new Map<string, ListedSurvey>()
let calls: URLSearchParams[] = []
let reachable = true

function put(number: number, change: Partial<ListedSurvey> = {}): void {
  const day = String((number % 28) + 1).padStart(2, '0')
  const month = String(Math.floor(number / 28) + 1).padStart(2, '0')
  const at = `2026-${month}-${day}T09:00:00.000Z`
  const { survey_template_id, created_by, progress } = surveyWire()
  const known = there.get(idOf(number))
  there.set(idOf(number), {
    survey_name: `House ${number}`,
    owner: 'Ann',
    date_created: at,
    last_edited: at,
    created_by,
    progress,
    status: 'Started',
    survey_template_id,
    ...known,
    ...change,
  })
}

function answer(address: string): Response {
  const query = new URL(address, 'http://x').searchParams
  calls.push(query)
  const size = Number(query.get('per_page'))
  const page = Number(query.get('page'))
  const by = query.get('order') === 'edited' ? ('last_edited' as const) : ('date_created' as const)
  const rows = [...there].sort(([a, one], [b, two]) => two[by].localeCompare(one[by]) || b.localeCompare(a))
  const data = rows
    .slice((page - 1) * size, page * size)
    .map(([id, attributes]) => ({ id, type: 'users_survey', attributes }))
  const total_pages = Math.ceil(rows.length / size)
  const owned_count = rows.filter(([, { my_role = 'owner' }]) => my_role === 'owner').length
  const meta = { total_pages, total_count: rows.length, current_page: page, owned_count }
  return Response.json({ data, meta })
}

beforeEach(async () => {
  await db.delete()
  await db.open()
  there = new Map()
  calls = []
  reachable = true
  const kept = new Map<string, string>()
  stubLocalStorage(kept)
  startSession({ token: 't', userId: account, firstName: 'Sam', lastName: 'R', role: 'surveyor' })
  vi.stubGlobal('fetch', async (address: string) => {
    if (!reachable) throw new TypeError('no network')
    return answer(address)
  })
  await rememberTemplate(account, templateWire())
})
afterEach(() => vi.unstubAllGlobals())

const first = ({ first_photo }: ListedSurvey) =>
  first_photo ?? { id: '', thumbnail_url: null, drawn_at: null }
const names = async (who = account) =>
  (await readDeviceList(who)).surveys.map(({ attributes }) => attributes.survey_name)
const onServer = () =>
  [...there]
    .sort(([a, one], [b, two]) => two.last_edited.localeCompare(one.last_edited) || b.localeCompare(a))
    .map(([, { survey_name }]) => survey_name)

test('reads the whole list in pages, and rereads only after edits', async () => {
  for (let number = 0; number < 250; number++) put(number)
  expect(await syncList(account)).toBe(true)
  expect(calls).toHaveLength(3)
  expect(await names()).toEqual(onServer())
  expect(await names(account.replace(/a$/, 'b'))).toEqual([])

  calls = []
  await syncList(account)
  expect(calls.map((query) => [query.get('order'), query.get('page')])).toEqual([['edited', '1']])

  calls = []
  put(3, { survey_name: 'Changed', last_edited: '2027-01-01T00:00:00.000Z' })
  put(300)
  await syncList(account)
  expect(calls.length).toBeLessThanOrEqual(4)
  expect(await names()).toEqual(onServer())
})

test('stores a re-signed address of a first photo without reading further', async () => {
  for (let number = 0; number < 250; number++) {
    const photo = { id: idOf(1000 + number), thumbnail_url: `/files/${number}?1`, drawn_at: null }
    put(number, { first_photo: photo })
  }
  await syncList(account)
  for (const [id, item] of there)
    there.set(id, { ...item, first_photo: { ...first(item), thumbnail_url: `/files/${id}?2` } })
  calls = []
  await syncList(account)
  expect(calls.map((query) => [query.get('order'), query.get('page')])).toEqual([['edited', '1']])
  const [newest] = (await readDeviceList(account)).surveys
  expect(newest?.attributes.first_photo?.thumbnail_url).toBe(`/files/${newest?.id}?2`)

  const drawn_at = '2027-01-01T00:00:00.000Z'
  const [id, item] = [...there].at(-1) ?? ['', undefined]
  if (item) there.set(id, { ...item, first_photo: { ...first(item), drawn_at } })
  calls = []
  await syncList(account)
  expect(calls).toHaveLength(2)
})

test('a survey that was handed over unedited gets its new owner in list and copy in the next round', async () => {
  for (let number = 0; number < 150; number++) put(number)
  put(7, { my_role: 'viewer' })
  await syncList(account)
  const copy = { ...surveyWire(emptySurvey()), id: idOf(7), user_survey_sections: [] }
  await rememberSurvey(account, { ...copy, my_role: 'viewer', may_review: true })
  const role = async () =>
    (await readDeviceList(account)).surveys.find(({ id }) => id === idOf(7))?.attributes.my_role
  expect([await role(), (await loadSurvey(account, idOf(7)))?.role]).toEqual(['viewer', 'viewer'])

  reachable = false
  put(7, { my_role: 'owner' })
  expect(await syncList(account)).toBe(false)
  reachable = true
  const heard: string[] = []
  const deaf = subscribe(account, (event) => event.kind === 'changed' && heard.push(event.survey))
  await syncList(account)
  deaf()
  expect([await role(), (await loadSurvey(account, idOf(7)))?.role]).toEqual(['owner', 'owner'])
  expect((await db.copies.get([account, idOf(7)]))?.head.may_review).toBeUndefined()
  expect(heard).toEqual([idOf(7)])

  calls = []
  await syncList(account)
  expect(calls.map((query) => query.get('order'))).toEqual(['edited'])
})

test('removes surveys that the server no longer lists, unless they have unsent work or are open', async () => {
  for (let number = 0; number < 5; number++) {
    put(number)
    await rememberSurvey(account, {
      ...surveyWire(emptySurvey()),
      id: idOf(number),
      user_survey_sections: [],
    })
  }
  await syncList(account)
  await recordHeader(account, idOf(2), { survey_name: 'Mine' })
  const leave = await holdSurvey(idOf(3))
  for (const number of [1, 2, 3]) there.delete(idOf(number))
  await syncList(account)
  expect(await loadSurvey(account, idOf(1))).toBeNull()
  expect(await loadSurvey(account, idOf(2))).not.toBeNull()
  expect(await loadSurvey(account, idOf(3))).not.toBeNull()
  const gone = (await readDeviceList(account)).surveys.filter((survey) => survey.gone)
  expect(gone.map(({ id }) => id).sort()).toEqual([idOf(2), idOf(3)])
  leave()
  // Closed, and their unsent changes are discarded.
  await syncList(account)
  expect(await loadSurvey(account, idOf(3))).toBeNull()
  await db.outbox.where({ account, survey: idOf(2) }).modify({ state: 'parked', problem: 'Not found.' })
  const waiting = await db.outbox.where({ account, survey: idOf(2) }).toArray()
  await discardEntries(
    account,
    waiting.map(({ id }) => id),
  )
  expect(await loadSurvey(account, idOf(2))).toBeNull()
  const left = (await readDeviceList(account)).surveys.map(({ id }) => id)
  expect(left.sort()).toEqual([idOf(0), idOf(4)])
})

test('without a network, changes nothing and does not count as checked', async () => {
  put(1)
  await syncList(account)
  const before = await readDeviceList(account)
  reachable = false
  there.clear()
  expect(await syncList(account)).toBe(false)
  expect(await readDeviceList(account)).toEqual(before)
})

test('a survey deleted during the request does not reappear with the reply', async () => {
  put(1)
  await syncList(account)
  const before = await listedIds(account)
  await recordDeletion(account, idOf(1))
  await db.listed.delete([account, idOf(1)])
  await db.outbox.clear()
  const reply = await answer('/x?per_page=10&page=1').json()
  await storePage(account, reply, before)
  expect(await names()).toEqual([])
})

test('a page removes only surveys between its first and its last', async () => {
  for (let number = 0; number < 30; number++) put(number)
  await syncList(account)
  there.delete(idOf(15))
  there.delete(idOf(2))
  const before = await listedIds(account)
  const reply = await answer('/x?per_page=10&page=2').json()
  await dropMissing(account, reply, before, { search: '', from: null, before: null })
  const missing = [15, 2].map((number) => `House ${number}`)
  expect((await names()).filter((name) => missing.includes(name))).toEqual(['House 2'])
})

test('an older reply does not replace newer data', async () => {
  put(1)
  await syncList(account)
  const old = await answer('/x?per_page=10&page=1').json()
  put(1, { survey_name: 'New', last_edited: '2027-01-01T00:00:00.000Z' })
  await syncList(account)
  await storePage(account, old, await listedIds(account))
  expect(await names()).toEqual(['New'])
})

test('ends with the server’s list after any changes between two rounds', async () => {
  const change = fc.tuple(fc.constantFrom('make', 'edit', 'delete'), fc.integer({ min: 0, max: 12 }))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(change, { maxLength: 5 }), { maxLength: 4 }), async (rounds) => {
      there.clear()
      await Promise.all([db.listed.clear(), db.kept.clear()])
      let clock = Date.parse('2027-01-01T00:00:00.000Z')
      for (const changes of rounds) {
        for (const [what, number] of changes) {
          clock += 1_000
          const last_edited = new Date(clock).toISOString()
          if (what === 'delete') there.delete(idOf(number))
          else if (what === 'make' || there.has(idOf(number)))
            put(number, { last_edited, survey_name: `${clock}` })
        }
        await syncList(account)
        expect(await names()).toEqual(onServer())
      }
    }),
    { numRuns: 40 },
  )
})

test('prefetches the surveys that were edited last', () => {
  const row = (number: number, last_edited: string) => ({
    account,
    id: idOf(number),
    item: { ...({} as ListedSurvey), last_edited },
  })
  const rows = Array.from({ length: 40 }, (_, number) => row(number, `2026-01-01T00:00:${number + 10}.000Z`))
  expect(lastEdited(rows)).toHaveLength(30)
  expect(lastEdited(rows)[0]?.id).toBe(idOf(39))
})

test('finds a survey created elsewhere offline once the server has listed it', async () => {
  await syncList(account)
  const name = sampleTemplate.sections[0]?.name ?? ''
  put(1)
  const made = await findOnServer(account, name)
  expect(made.ok && made.surveys.map(({ id }) => id)).toEqual([idOf(1)])
  await rememberSurvey(account, { ...surveyWire(), id: idOf(1), user_survey_sections: [] })
  reachable = false
  expect((await findOnDevice(account, name)).map(({ id }) => id)).toEqual([idOf(1)])
})
