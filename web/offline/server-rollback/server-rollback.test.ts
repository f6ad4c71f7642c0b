import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { historyHeader, seenHeader, wentBackHeader } from '#contract/history.ts'
import { listSurveys, type SurveyDetail } from '#contract/surveys/surveys.ts'
import { addSimilar } from '#survey/edit/add-similar.ts'
import { surveyToWire } from '#survey/to-wire.ts'
import { call } from '#web/lib/http/call.ts'
import { onServerRollback } from '#web/lib/http/server-history.ts'
import { startSession } from '#web/lib/session/session.ts'
import { partialReply } from '#web/testing/fake-entries.ts'
import { account, emptySurvey, surveyId, templateWire } from '#web/testing/fake-offline.ts'
import { stubLocalStorage } from '#web/testing/local-storage.ts'
import { forgetConfirmed } from '../account/leave-account.ts'
import { loadSurvey } from '../draft/load-survey.ts'
import { fetchSurvey } from '../incoming/fetch-survey.ts'
import { publishGone } from '../incoming/refresher.ts'
import { rememberSurvey, rememberTemplate } from '../incoming/server-copy.ts'
import { readDeviceList } from '../list/device-list.ts'
import { storePage } from '../list/store-page.ts'
import { readSync } from '../outbox/status.ts'
import { acknowledgeEntry, freezePayload } from '../outbox/transitions.ts'
import { readUnsent } from '../outbox/unsent.ts'
import { readWaiting } from '../outbox/waiting.ts'
import { recordAnswer } from '../record/record-answer.ts'
import { subscribe } from '../store/bus.ts'
import { db } from '../store/database.ts'
import { forgetSurvey } from '../store/forget-survey.ts'
import { isUnverified, markAllUnverified, unverifiedSurveys } from '../store/unverified.ts'
import { reconcileUnverified } from './reconcile-unverified.ts'

const start = emptySurvey()
const building = start.sections[0]
const first = building?.subSections[0]
const [name = '', units = ''] = first?.answers.map(({ id }) => id) ?? []
const second = '019c0000-0000-7000-8000-000000000002'
const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 9, minute)).toISOString()

/** The server's survey (null = none), and its point in history. */
let there: SurveyDetail | null = null
let point = 'a.1'
let reachable = true
/** Replaces the server's reply about the survey. */
let refusal: Response | null = null
let asked: Array<{ path: string; seen: string | null }> = []

// As at the app's start.
onServerRollback(markAllUnverified)

beforeEach(async () => {
  await db.delete()
  await db.open()
  const kept = new Map<string, string>()
  stubLocalStorage(kept)
  startSession({ token: 't', userId: account, firstName: 'Sam', lastName: 'R', role: 'surveyor' })
  there = null
  point = 'a.1'
  reachable = true
  refusal = null
  asked = []
  vi.stubGlobal('fetch', async (address: string, { headers }: { headers: Headers }) => {
    if (!reachable) throw new TypeError('no network')
    return answer(address, headers.get(seenHeader))
  })
  await rememberTemplate(account, templateWire())
})
afterEach(() => vi.unstubAllGlobals())

function answer(address: string, seen: string | null): Response {
  const { pathname } = new URL(address, 'http://x')
  asked.push({ path: pathname, seen })
  const headers = new Headers({ [historyHeader]: point, 'content-type': 'application/json' })
  if (seen && seen.split('.')[0] !== point.split('.')[0]) headers.set(wentBackHeader, '1')
  if (pathname.endsWith('/users_survey')) {
    const meta = { total_pages: 1, total_count: 0, current_page: 1 }
    return Response.json({ data: [], meta }, { headers })
  }
  if (refusal) return refusal.clone()
  if (!there) return Response.json({ errors: [{ message: 'Not found.' }] }, { status: 404, headers })
  return Response.json({ data: { id: surveyId, type: 'x', attributes: there }, meta: {} }, { headers })
}

type Given = Readonly<Record<string, readonly [value: string, revision: number, minute: number]>>

/** The survey with these answers, and with a second building if one of them belongs to it. */
function survey(given: Given = {}, change: Partial<SurveyDetail> = {}): SurveyDetail {
  const repeated = Object.keys(given).some((id) => idsOf(second).includes(id))
  const made = repeated ? withSecond() : start
  const wire = surveyToWire(made, { media: () => [], plans: [], my_role: 'owner' })
  for (const section of wire.user_survey_sections)
    for (const part of section.user_survey_sub_sections)
      for (const detail of part.user_survey_sub_section_details) {
        const [value, revision, minute] = given[detail.id] ?? []
        if (value !== undefined)
          Object.assign(detail, { field_value: value, revision, edited_at: at(minute ?? 0) })
      }
  return { ...wire, ...change }
}

function withSecond() {
  return addSimilar(start, building?.id ?? '', second, at(0))
}

function idsOf(part: string): readonly string[] {
  return (
    withSecond()
      .sections[0]?.subSections.find(({ id }) => id === part)
      ?.answers.map(({ id }) => id) ?? []
  )
}

/** Rolls the server back; the device learns of it from its next call. */
async function rollBack(to: SurveyDetail | null): Promise<void> {
  await call(listSurveys, { query: {} })
  there = to
  point = 'b.1'
  await call(listSurveys, { query: {} })
}

const turn = () => ({ busy: new Set<string>(), tried: new Set<string>(), mayGoOn: () => true })
const compare = () => reconcileUnverified(account, turn())
const waiting = () => db.outbox.where({ account, survey: surveyId }).sortBy('seq')
const named = async () => (await waiting()).map(({ endpoint }) => endpoint.slice(8))
const shown = async (id = name) =>
  (await loadSurvey(account, surveyId))?.survey.sections
    .flatMap(({ subSections }) => subSections.flatMap(({ answers }) => answers))
    .find((one) => one.id === id)?.value

/** Freezes the entry at this place, and returns its answers. */
async function says(place: number) {
  const row = await freezePayload((await waiting())[place]?.seq ?? 0)
  const said = row?.input as { body: { user_survey_sections_attributes: SaidSections } } | undefined
  return said?.body.user_survey_sections_attributes[0]?.user_survey_sub_sections_attributes[0]
    ?.user_survey_sub_section_details_attributes
}
type SaidSections = readonly {
  readonly user_survey_sub_sections_attributes: readonly {
    readonly user_survey_sub_section_details_attributes: readonly object[]
  }[]
}[]

function type(value: string, baseRevision: number) {
  const place = { survey: surveyId, section: building?.id ?? '', subSection: first?.id ?? '' }
  const given = { value, values: [], at: at(50), baseRevision, copiedFrom: null }
  return recordAnswer(account, { ...place, answer: name, name: 'Name', ...given })
}

test('resends a lost answer as it was given, and does not show it as confirmed meanwhile', async () => {
  await rememberSurvey(account, survey({ [name]: ['Pier', 5, 10], [units]: ['3', 1, 1] }))
  await rollBack(survey({ [name]: ['Dock', 3, 5], [units]: ['3', 1, 1] }))
  expect(await isUnverified(account, surveyId)).toBe(true)
  expect(await readSync(account, surveyId)).toMatchObject({ state: 'on this device', unsent: 1 })
  expect((await readWaiting(account)).state).toBe('on this device')
  expect(await readUnsent(account)).toMatchObject({ others: 1 })
  expect([...(await compare())]).toEqual([])
  expect(await isUnverified(account, surveyId)).toBe(false)
  expect(await shown()).toBe('Pier')
  expect(await readSync(account, surveyId)).toMatchObject({ state: 'on this device', unsent: 1 })
  expect(await says(0)).toEqual([
    {
      id: name,
      field_name: 'Building name',
      field_value: 'Pier',
      field_value_multiple: [],
      edited_at: at(10),
      base_revision: 3,
      edited: true,
    },
  ])
  const [row] = await waiting()
  const attributes = {
    ...{ last_edited: '', progress: '', conflicts: [], recovered: [] },
    saved: [{ id: name, revision: 4 }],
  }
  if (row) await acknowledgeEntry(row, partialReply({ data: { id: surveyId, attributes } }))
  expect([await named(), await shown()]).toEqual([[], 'Pier'])
  expect((await readSync(account, surveyId)).state).toBe('on the server')
})

test('does not send what the server kept or another user answered later', async () => {
  await rememberSurvey(account, survey({ [name]: ['Pier', 2, 10], [units]: ['3', 1, 1] }))
  await rollBack(survey({ [name]: ['Quay', 3, 20], [units]: ['3', 1, 1] }))
  await compare()
  expect([await named(), await shown()]).toEqual([[], 'Quay'])
})

test('recreates, fills and resubmits a lost survey, which is never gone', async () => {
  const [there2 = ''] = idsOf(second)
  const given = { [name]: ['Pier', 1, 10], [there2]: ['Quay', 1, 12] } as const
  await rememberSurvey(account, survey(given, { status: 'Completed', survey_name: 'Renamed' }))
  const heard: string[] = []
  const deaf = subscribe(account, ({ kind }) => heard.push(kind))
  await rollBack(null)
  // A fetch reports that it is missing; the list doesn't contain it.
  expect(await fetchSurvey(account, surveyId)).toEqual({ ok: true, behind: true })
  await publishGone(account, surveyId)
  await forgetSurvey(account, surveyId)
  await forgetConfirmed(account)
  expect([await shown(), heard.includes('gone')]).toEqual(['Pier', false])
  await compare()
  await forgetSurvey(account, surveyId)
  deaf()
  expect(await named()).toEqual(['create', 'autoSave', 'addSimilar', 'autoSave', 'submit', 'submit'])
  expect([await shown(), await shown(there2)]).toEqual(['Pier', 'Quay'])
  const [creation, , addition, , , submit] = await waiting()
  expect(creation?.input).toMatchObject({ body: { id: surveyId, survey_name: 'Renamed' } })
  expect(addition?.input).toMatchObject({ body: { id: second, again: true } })
  expect(submit?.input).toMatchObject({ body: { status: 'Completed' } })
  const [listed] = (await readDeviceList(account)).surveys
  expect(listed).toMatchObject({ gone: false, state: 'on this device', attributes: { status: 'Completed' } })
})

test('resends a lost sub-section after the answers of the one before it', async () => {
  const [there2 = ''] = idsOf(second)
  await rememberSurvey(account, survey({ [name]: ['Pier', 1, 10], [there2]: ['Quay', 1, 12] }))
  await rollBack(survey())
  await compare()
  expect(await named()).toEqual(['autoSave', 'addSimilar', 'autoSave'])
})

test('sends unsent entries last, rebased on the server’s state, and frozen saves under new keys', async () => {
  await rememberSurvey(account, survey({ [name]: ['Pier', 5, 10], [units]: ['4', 2, 10] }))
  await type('Harbor', 5)
  const fixed = await freezePayload((await waiting())[0]?.seq ?? 0)
  await db.outbox.update(fixed?.seq ?? 0, { state: 'parked', problem: 'Not found.' })
  await rollBack(survey({ [name]: ['Dock', 3, 5], [units]: ['3', 1, 1] }))
  expect(await freezePayload(fixed?.seq ?? 0)).toBeNull()
  await compare()
  const rows = await waiting()
  expect(rows.map(({ state, input }) => [state, input])).toEqual([
    ['waiting', null],
    ['waiting', null],
  ])
  expect(rows.some(({ id }) => id === fixed?.id)).toBe(false)
  expect(await says(0)).toMatchObject([{ id: units, field_value: '4', base_revision: 1 }])
  expect(await says(1)).toMatchObject([{ id: name, field_value: 'Harbor', base_revision: 3 }])
})

test('a viewer’s copy becomes the server’s; a shared survey waits for its owner', async () => {
  await rememberSurvey(account, survey({ [name]: ['Pier', 5, 10] }, { my_role: 'viewer' }))
  await rollBack(survey({ [name]: ['Dock', 3, 5] }))
  await compare()
  expect([await named(), await shown()]).toEqual([[], 'Dock'])

  await rememberSurvey(account, survey({ [name]: ['Pier', 5, 10] }, { my_role: 'editor' }))
  there = null
  await markAllUnverified(account)
  expect([...(await compare())]).toEqual([surveyId])
  expect(await shown()).toBe('Pier')
  there = survey({ [name]: ['Dock', 3, 5] }, { my_role: 'editor' })
  await compare()
  expect([await named(), await shown()]).toEqual([['autoSave'], 'Pier'])
})

test('decides nothing without a network or with entries in flight', async () => {
  await rememberSurvey(account, survey({ [name]: ['Pier', 5, 10] }))
  await rollBack(survey())
  reachable = false
  expect([...(await compare())]).toEqual([surveyId])
  reachable = true
  const busy = new Set([surveyId])
  expect([...(await reconcileUnverified(account, { ...turn(), busy }))]).toEqual([surveyId])
  expect([...(await compare())]).toEqual([])
})

test("a survey that can't be compared delays no other, and is sent without a comparison after a day", async () => {
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['Date'] })
  await rememberSurvey(account, survey({ [name]: ['Pier', 5, 10] }))
  await rollBack(survey())
  await type('Quay', 5)
  refusal = Response.json({ errors: [{ message: 'An unexpected error occurred.' }] }, { status: 500 })
  const others = [{ id: 'another', since: at(1) }]
  const marks = await unverifiedSurveys(account)
  await db.kept.put({ account, id: 'doubted', value: [...marks, ...others] })
  // A survey without a copy on the device is complete in its entries.
  expect([...(await compare())]).toEqual([surveyId])
  for (let round = 0; round < 30; round++) expect([...(await compare())]).toEqual([surveyId])
  vi.setSystemTime(Date.now() + 25 * 3_600_000)
  expect([...(await compare())]).toEqual([])
  expect([await named(), await shown(), await isUnverified(account, surveyId)]).toEqual([
    ['autoSave'],
    'Quay',
    false,
  ])
})

test('an unavailable server does not count as a failed comparison', async () => {
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['Date'] })
  await rememberSurvey(account, survey({ [name]: ['Pier', 5, 10] }))
  await rollBack(survey())
  refusal = new Response('Bad gateway', { status: 502 })
  for (let round = 0; round < 30; round++) await compare()
  vi.setSystemTime(Date.now() + 25 * 3_600_000)
  expect([...(await compare())]).toEqual([surveyId])
})

test('marks surveys as unverified once, even if local storage is full', async () => {
  await rememberSurvey(account, survey())
  await call(listSurveys, { query: {} })
  vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError')
  })
  point = 'b.1'
  expect(await call(listSurveys, { query: {} })).toMatchObject({ ok: true })
  await compare()
  point = 'b.2'
  expect(await call(listSurveys, { query: {} })).toMatchObject({ ok: true })
  expect([asked.at(-1)?.seen, await isUnverified(account, surveyId)]).toEqual(['b.1', false])
})

test('the list accepts the server’s older items after a rollback', async () => {
  const { user_survey_sections: _, ...head } = survey({}, { last_edited: at(30), status: 'Completed' })
  const page = (item: typeof head) => ({
    data: [{ id: surveyId, type: 'x', attributes: item }],
    meta: { total_pages: 1, total_count: 1, current_page: 1 },
  })
  await storePage(account, page(head) as never, new Set())
  const older = { ...head, last_edited: at(3), status: 'Started' as const }
  expect(await storePage(account, page(older) as never, new Set())).toBe(false)
  await rollBack(null)
  expect(await storePage(account, page(older) as never, new Set())).toBe(true)
})

test('each account sends the latest point it has seen, for replies in any order', async () => {
  const list = () => call(listSurveys, { query: {} })
  await list()
  point = 'a.7'
  await list()
  point = 'a.5'
  await list()
  await list()
  startSession({ token: 'u', userId: 'somebody', firstName: 'E', lastName: 'J', role: 'surveyor' })
  await list()
  expect(asked.map(({ seen }) => seen)).toEqual([null, 'a.1', 'a.7', 'a.7', null])
})

test("ignores a reply whose point can't be stored, and asks again", async () => {
  await rememberSurvey(account, survey())
  await call(listSurveys, { query: {} })
  point = 'b.1'
  const failing = vi.spyOn(db.kept, 'put').mockRejectedValue(new Error('full'))
  expect(await call(listSurveys, { query: {} })).toMatchObject({ ok: false, status: 0 })
  failing.mockRestore()
  expect(await call(listSurveys, { query: {} })).toMatchObject({ ok: true })
  expect([asked.at(-1)?.seen, await isUnverified(account, surveyId)]).toEqual(['a.1', true])
})
