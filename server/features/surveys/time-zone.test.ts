import { afterAll, beforeAll, expect, test } from 'vitest'
import { guestInfo, guestPdfDetails } from '#contract/sharing/guests.ts'
import { addMember } from '#contract/sharing/members.ts'
import { reportDetail, reportDownload, zipDownload } from '#contract/sharing/reports.ts'
import { createSurvey, listSurveys, submitSurvey } from '#contract/surveys/surveys.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { picturedSurvey, share } from '#server/testing/shared-survey.ts'
import { addSampleTemplate, readSurvey, sampleTemplate, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { dataStart, fromBuffer, listZip } from '#server/testing/unzipped.ts'

/** 8 p.m. on the west coast, when it is the next day in UTC. */
const evening = new Date('2026-09-15T03:00:00Z')
const west = 'America/Los_Angeles'

let here: TestApp
let sam: MadeAccount
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  sam = await here.make.account({ isProven: true })
})
afterAll(() => here.close())

async function startIn(time_zone: string | undefined) {
  const names = { survey_name: 'Hill House', owner_name: 'Mrs Dudley' }
  return sam.api.call(createSurvey, {
    body: { survey_template_id: sampleTemplate.id, ...names, ...(time_zone !== undefined && { time_zone }) },
  })
}

const choose = (who: MadeAccount, id: string, body: Record<string, string>) =>
  who.api.call(submitSurvey, { params: { id }, body })

test("editors, viewers and strangers can't change a survey’s time zone", async () => {
  const survey = await startSurvey(sam)
  await choose(sam, survey.id, { time_zone: west })
  const [editor, viewer, eve] = [
    await here.make.account({ isProven: true }),
    await here.make.account({ isProven: true }),
    await here.make.account(),
  ]
  for (const [{ email }, role] of [
    [editor, 'editor'],
    [viewer, 'viewer'],
  ] as const)
    await sam.api.call(addMember, { params: { id: survey.id }, body: { email, role } })
  const tried = [
    await choose(editor, survey.id, { time_zone: 'Asia/Tokyo', owner_name: 'Hugh Crain' }),
    await choose(viewer, survey.id, { time_zone: 'Asia/Tokyo' }),
    await choose(eve, survey.id, { time_zone: 'Asia/Tokyo' }),
    await here.api.call(submitSurvey, { params: { id: survey.id }, body: { time_zone: 'Asia/Tokyo' } }),
  ]
  expect(tried.map(({ status }) => status)).toEqual([200, 403, 404, 401])
  expect(await readSurvey(sam, survey.id)).toMatchObject({ owner: 'Hugh Crain', time_zone: west })
})

test('a survey has the zone of its creating device, and its owner can change it', async () => {
  const { status, body } = await startIn(west)
  expect([status, body.data.attributes.time_zone]).toEqual([201, west])
  const { id } = body.data.attributes
  const changed = await choose(sam, id, { time_zone: 'Pacific/Honolulu' })
  expect([changed.status, changed.body.data.attributes.time_zone]).toEqual([200, 'Pacific/Honolulu'])
  const named = await choose(sam, id, { survey_name: 'Hill House II' })
  expect(named.body.data.attributes.time_zone).toBe('Pacific/Honolulu')
  const listed = await sam.api.call(listSurveys, {})
  expect(listed.body.data.find((one) => one.id === id)?.attributes.time_zone).toBe('Pacific/Honolulu')
})

test.each(['Mars/Olympus_Mons', '', 'x'.repeat(65)])('%j is rejected as a time zone', async (time_zone) => {
  const { id } = await startSurvey(sam)
  const { status, errors } = await choose(sam, id, { time_zone })
  expect([status, Object.keys(errors[0] ?? {})]).toEqual([422, ['time_zone']])
  expect((await readSurvey(sam, id)).time_zone).toBeNull()
})

test('a survey with a zone unknown to the server is accepted', async () => {
  const made = await startIn('Mars/Olympus_Mons')
  expect([made.status, made.body.data.attributes.time_zone]).toEqual([201, null])
  expect((await startIn('x'.repeat(65))).status).toBe(422)
  expect((await startIn(undefined)).body.data.attributes.time_zone).toBeNull()
})

test('an evening on the west coast has its local date in all outputs', async () => {
  const { owner, survey } = await picturedSurvey(here, { name: 'West End' })
  await here.context.db
    .updateTable('survey')
    .set({ created_at: evening, updated_at: evening })
    .where('id', '=', survey.id)
    .execute()
  const link = await share(owner, survey.id)
  const query = { guest_survey_id: link.id }
  const pdf = async () => {
    const { body } = await owner.api.call(reportDownload, { params: { id: survey.id } })
    return (await readPdf((await here.api.open(body.data.url)).rawPayload)).pages[0]?.text ?? ''
  }
  expect(await pdf()).toMatch(/Date created\s+09\/15\/2026[\s\S]*Time zone\s+UTC/)

  await here.context.db.updateTable('survey').set({ time_zone: west }).where('id', '=', survey.id).execute()
  const text = await pdf()
  expect(text).toMatch(
    /Date created\s+09\/14\/2026\s+Last edited\s+09\/14\/2026[\s\S]*Time zone\s+Pacific Time/,
  )
  expect(text).not.toContain('09/15/2026')
  const report = await owner.api.call(reportDetail, { params: { id: survey.id } })
  expect(report.body.data.attributes.timeZone).toBe(west)
  const [info, guests] = [
    await here.api.call(guestInfo, { query }),
    await here.api.call(guestPdfDetails, { query }),
  ]
  expect(info.body.data.attributes.time_zone).toBe(west)
  expect(guests.body.data.attributes.timeZone).toBe(west)

  const { body } = await owner.api.call(zipDownload, { query: { user_survey_id: survey.id } })
  const bytes = (await here.api.open(body.data.uploaded_files_winzip)).rawPayload
  const [list] = await listZip(fromBuffer(bytes))
  if (!list) throw new Error('An empty zip')
  const start = await dataStart(fromBuffer(bytes), list)
  expect(bytes.subarray(start, start + list.size).toString()).toContain('Taken (Pacific Time)')
})
