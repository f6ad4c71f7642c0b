import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PlanItem } from '#contract/media/plan-item.ts'
import { planFile } from '#contract/media/plans.ts'
import { guestInfo, guestPdfDetails, guestZip } from '#contract/sharing/guests.ts'
import { zipDownload } from '#contract/sharing/reports.ts'
import { type SurveyDetail, submitSurvey } from '#contract/surveys/surveys.ts'
import { renditions, holderOf as sessionHolder, signTicket, type Ticket } from '#server/http/ticket.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { makePlan, pin } from '#server/testing/plans.ts'
import { holderOf, share } from '#server/testing/shared-survey.ts'
import { addSampleTemplate, partOf, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { fromBuffer, listZip } from '#server/testing/unzipped.ts'

let here: TestApp
let owner: MadeAccount
let survey: SurveyDetail
let plan: PlanItem

beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  owner = await here.make.account({ firstName: 'Nell' })
  survey = await startSurvey(owner)
  plan = await makePlan(owner, survey.id, { name: 'Level 2: east/west' })
  await pin(owner, plan.id, partOf(survey, 'Building').id, { x: 0.25, y: 0.5 })
})
afterAll(() => here.close())

function addressOf(changes: Partial<Ticket>): string {
  const ticket = { what: 'plan', subject: plan.id, rendition: 'view', holder: sessionHolder(owner) } as const
  return `/api/files/plan/${signTicket(here.context.ticketKey, { ...ticket, ...changes }, here.context.clock())}`
}

async function statusOf(changes: Partial<Ticket>): Promise<number> {
  return (await here.api.open(addressOf(changes))).statusCode
}

test('only an intact ticket of the owner or of the survey’s live link opens a plan, and no link an original', async () => {
  const eve = await here.make.account()
  const foreign = await share(owner, (await startSurvey(owner)).id)
  const forged = await here.api.call(planFile, { params: { ticket: 'x' } })
  expect([forged.status, forged.errors]).toEqual([404, [{ message: 'Not found.' }]])
  for (const changes of [
    { what: 'media' },
    { subject: newId() },
    { subject: survey.id },
    { rendition: 'none' },
    { holder: sessionHolder(eve) },
    { holder: { link: await holderOf(here, foreign.id) } },
    { holder: { link: newId() } },
  ] as const)
    expect.soft(await statusOf(changes), JSON.stringify(changes)).toBe(404)
  const link = await share(owner, survey.id)
  const holder = { link: await holderOf(here, link.id) }
  const open = await Promise.all(renditions.map((rendition) => statusOf({ rendition, holder })))
  expect(renditions.filter((_, n) => open[n] === 200)).toEqual(['view', 'thumb'])
  const seen = await here.api.open(addressOf({ holder }))
  expect(seen.headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'private, no-store' })
  await share(owner, survey.id)
  expect(await statusOf({ holder })).toBe(410)
})

test('a guest sees the plans with their pins where the report shows pictures', async () => {
  const link = await share(owner, survey.id)
  const query = { guest_survey_id: link.id }
  const shown = async () => (await here.api.call(guestInfo, { query })).body.data.attributes.plans
  const [first] = await shown()
  expect(first).toMatchObject({
    planId: plan.id,
    name: 'Level 2: east/west',
    width: 1200,
    height: 800,
    pins: [{ number: 1, x: 0.25, y: 0.5, name: 'Building' }],
  })
  expect((await here.api.open(first?.url ?? '')).statusCode).toBe(200)
  const report = await here.api.call(guestPdfDetails, { query })
  expect(report.body.data.attributes.plans).toHaveLength(1)
  expect(JSON.stringify(report.body)).not.toContain('original')
  const hide = (checkbox_1: boolean) =>
    owner.api.call(submitSurvey, { params: { id: survey.id }, body: { checkbox_1 } })
  await hide(false)
  expect(await shown()).toEqual([])
  expect((await here.api.call(guestPdfDetails, { query })).body.data.attributes.plans).toEqual([])
  await hide(true)
})

test('the zip has a folder of plans: as uploaded for the owner, cleaned copies for guests', async () => {
  const namesIn = async (address: string) => {
    const entries = await listZip(fromBuffer((await here.api.open(address)).rawPayload))
    return entries.map(({ name }) => name)
  }
  const own = await owner.api.call(zipDownload, { query: { user_survey_id: survey.id } })
  expect(await namesIn(own.body.data.uploaded_files_winzip)).toEqual([
    'Files.csv',
    'Plans/Plan 1 – Level 2- east-west.png',
  ])
  const link = await share(owner, survey.id)
  const guests = await here.api.call(guestZip, { query: { guest_survey_id: link.id } })
  expect(await namesIn(guests.body.data.uploaded_files_winzip)).toEqual([
    'Files.csv',
    'Plans/Plan 1 – Level 2- east-west.jpg',
  ])
})
