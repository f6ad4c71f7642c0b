import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import type { PlanItem } from '#contract/media/plan-item.ts'
import { shownPins } from '#survey/plans.ts'
import { account, emptySurvey, surveyId, surveyWire, templateWire } from '#web/testing/fake-offline.ts'
import { Draft } from '../draft/draft.ts'
import { loadSurvey } from '../draft/load-survey.ts'
import { removePlan, renamePlan, setPin } from '../draft/plan-actions.ts'
import { rememberSurvey, rememberTemplate } from '../incoming/server-copy.ts'
import { dueEntries } from '../outbox/queue.ts'
import { acknowledgeEntry, evaluateFailure, freezePayload, parkEntry } from '../outbox/transitions.ts'
import { db } from '../store/database.ts'
import { resume, suspend } from '../store/page-lifecycle.ts'
import { discardEntries, readRejected } from './discard.ts'
import { recordPlans } from './record-plan.ts'

const part = emptySurvey().sections[0]?.subSections[0]?.id ?? ''
const plan = '019c0000-0000-7000-8000-0000000000d1'

beforeEach(async () => {
  await db.delete()
  await db.open()
  await rememberTemplate(account, templateWire())
  await rememberSurvey(account, surveyWire())
})

const picked = (id = plan, name = 'Level 1') => ({
  id,
  name,
  width: 1200,
  height: 800,
  thumbnail: null,
  data: { bytes: new ArrayBuffer(8), type: 'image/png' },
})
const waiting = () => db.outbox.where({ account }).sortBy('seq')
const endpoints = async () => (await waiting()).map(({ endpoint }) => endpoint)

async function opened(): Promise<Draft> {
  const loaded = await loadSurvey(account, surveyId)
  if (!loaded) throw new Error('nothing is there')
  const draft = new Draft(account, loaded)
  draft.close()
  return draft
}

/** Reads the survey like another tab, or this one after a kill. */
async function seen() {
  const loaded = await loadSurvey(account, surveyId)
  return loaded?.survey.plans.map((one) => [
    one.name,
    shownPins(loaded.survey, one).map(({ name, place }) => ({ name, ...place })),
  ])
}

async function seal(index = 0) {
  const sealed = await freezePayload((await waiting())[index]?.seq ?? 0)
  if (!sealed) throw new Error('nothing to send')
  return sealed
}

function item(id = plan, name = 'Level 1', pins: PlanItem['pins'] = []): PlanItem {
  return {
    id,
    name,
    url: '/view',
    thumbnail_url: '/thumb',
    original_url: '/original',
    width: 1200,
    height: 800,
    pins,
  }
}

const reply = (given: PlanItem) => ({ data: { id: given.id, type: 'survey_plan', attributes: given } })

test('shows a new plan and its pins at once, and again after a reload', async () => {
  await recordPlans(account, surveyId, [picked()])
  const draft = await opened()
  setPin(draft, plan, part, { x: 0.25, y: 0.5 })
  setPin(draft, plan, part, { x: 0.5, y: 0.5 })
  await draft.written()
  expect(await endpoints()).toEqual(['plans.add', 'plans.setPin'])
  expect(await seen()).toEqual([['Level 1', [{ name: 'Building', x: 0.5, y: 0.5 }]]])
  expect((await loadSurvey(account, surveyId))?.planFiles.get(plan)).toMatchObject({
    item: null,
    width: 1200,
  })
})

test('a pin aborted by leaving the page does not overwrite a newer place from the next page', async () => {
  await recordPlans(account, surveyId, [picked()])
  const draft = await opened()
  suspend()
  setPin(draft, plan, part, { x: 0.25, y: 0.5 })
  vi.resetModules()
  const next = await import('./record-plan.ts')
  const own = await import('../store/database.ts')
  const later = new Date(Date.now() + 1_000).toISOString()
  await next.recordPin(account, { survey: surveyId, plan, subSection: part }, { x: 0.5, y: 0.5 }, later)
  own.db.close()
  resume()
  await draft.written()
  await draft.reload()
  expect(await endpoints()).toEqual(['plans.add', 'plans.setPin'])
  expect(await seen()).toEqual([['Level 1', [{ name: 'Building', x: 0.5, y: 0.5 }]]])
})

test('stores a confirmed plan as the server’s copy, and keeps its picture for offline viewing', async () => {
  await recordPlans(account, surveyId, [picked()])
  const draft = await opened()
  setPin(draft, plan, part, { x: 0.5, y: 0.5 })
  await draft.written()
  await acknowledgeEntry(await seal(), reply(item()))
  expect([await db.plans.count(), await db.planPictures.count()]).toEqual([0, 1])
  expect(await seen()).toEqual([['Level 1', [{ name: 'Building', x: 0.5, y: 0.5 }]]])
  const pin = { user_survey_sub_section_id: part, x: 0.5, y: 0.5, edited_at: '2026-11-02T09:00:00.000Z' }
  await acknowledgeEntry(await seal(), reply(item(plan, 'Level 1', [pin])))
  expect(await waiting()).toEqual([])
  expect(await seen()).toEqual([['Level 1', [{ name: 'Building', x: 0.5, y: 0.5 }]]])
  expect((await loadSurvey(account, surveyId))?.planFiles.get(plan)?.item?.url).toBe('/view')
})

test('drops a plan that was never sent, and asks the server to delete one that was', async () => {
  await recordPlans(account, surveyId, [picked()])
  const draft = await opened()
  setPin(draft, plan, part, { x: 0.5, y: 0.5 })
  renamePlan(draft, plan, 'Ground floor')
  await draft.written()
  expect((await waiting())[0]?.input).toMatchObject({ body: { name: 'Ground floor' } })
  expect(await endpoints()).toEqual(['plans.add', 'plans.setPin'])
  removePlan(draft, plan)
  await draft.written()
  expect([await endpoints(), await db.plans.count(), await db.planPictures.count()]).toEqual([[], 0, 0])

  await recordPlans(account, surveyId, [picked()])
  const again = await opened()
  const sent = await seal()
  renamePlan(again, plan, 'Ground floor')
  removePlan(again, plan)
  await again.written()
  expect(await endpoints()).toEqual(['plans.add', 'plans.delete'])
  expect(await seen()).toEqual([])
  await acknowledgeEntry(sent, reply(item()))
  expect(await seen()).toEqual([])
  await acknowledgeEntry(await seal(), { data: { message: '' } })
  expect([await seen(), await db.planPictures.count()]).toEqual([[], 0])
})

test('a rejected plan blocks its pins, and discarding it discards them', async () => {
  await recordPlans(account, surveyId, [picked()])
  const draft = await opened()
  setPin(draft, plan, part, { x: 0.5, y: 0.5 })
  await draft.written()
  await parkEntry(await seal(), 'No room')
  expect(dueEntries(await waiting(), Date.now())).toEqual([])
  expect((await loadSurvey(account, surveyId))?.planFiles.get(plan)?.problem).toBe('No room')
  const { entries, losses } = await readRejected(account, surveyId)
  expect(losses).toEqual([{ kind: 'plan', name: 'Level 1' }, { kind: 'pin' }])
  await discardEntries(account, entries)
  const left = [db.outbox, db.plans, db.planPictures].map((store) => store.count())
  expect(await Promise.all(left)).toEqual([0, 0, 0])
})

test('ignores a pin on a plan that another device deleted', () => {
  for (const endpoint of ['plans.setPin', 'plans.rename', 'plans.delete'])
    expect(evaluateFailure(endpoint, { status: 404, errors: [{ message: 'Not found.' }] })).toEqual({
      kind: 'done',
    })
  expect(evaluateFailure('plans.add', { status: 404, errors: [{ message: 'Not found.' }] })).toEqual({
    kind: 'park',
  })
})
