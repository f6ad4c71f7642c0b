import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { guestSection } from '#contract/sharing/guests.ts'
import { addMember } from '#contract/sharing/members.ts'
import { reportDetail, reportDownload, zipDownload } from '#contract/sharing/reports.ts'
import { type SurveyDetail, submitSurvey } from '#contract/surveys/surveys.ts'
import { addMissingTemplates } from '#server/features/templates/data.ts'
import { signTicket } from '#server/http/ticket.ts'
import { guestCalls as callsOf, signedIn } from '#server/testing/as-guest.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { attach, phonePhoto, photoPart } from '#server/testing/media.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { share } from '#server/testing/shared-survey.ts'
import { detailOf, readSurvey, save, sectionNamed, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { fromBuffer, listZip } from '#server/testing/unzipped.ts'
import { internalTemplate } from '#survey/testing/internal-template.ts'

let here: TestApp
let owner: MadeAccount
let survey: SurveyDetail
/** The texts, captions and links of an internal answer, without numbers that could be part of an id. */
const secrets = [
  'Sesame-47',
  'Tool shed',
  'Under the mat',
  'Box seventy',
  'Key hook',
  'Gate code',
  'Keys',
  'Doors',
]
/** Media of internal fields. */
let hiddenMedia: readonly string[]

beforeAll(async () => {
  here = await testApp()
  await addMissingTemplates(here.context.db, [{ ...internalTemplate, series: 'internal' }])
  owner = await here.make.account({ isProven: true })
  const started = await startSurvey(owner, { template: internalTemplate })
  await save(owner, started, [
    { in: 'Site', field: 'Site name', field_value: 'Harbor gate' },
    { in: 'Site', field: 'Gate code', field_value: 'Sesame-47' },
    { in: 'Site', field: 'Guarded', field_value: 'Yes' },
    { in: 'Site', field: 'Number of guards', field_value: '2' },
    { in: 'Site', field: 'Shed that is never locked', field_value: 'Tool shed' },
    { in: 'Doors', field: 'Keys', field_value: 'Under the mat' },
    { in: 'Rooms', field: 'Nearest shed', field_value: 'Tool shed' },
    { in: 'Rooms', field: 'Overview', field_value: 'Two rooms' },
  ])
  const photo = async (section: string, field: string, caption: string) =>
    attach(owner, detailOf(started, section, field).id, [photoPart(await phonePhoto(1))], [caption])
  await photo('Site', 'Gate code', 'Box seventy')
  await photo('Doors', 'Keys', 'Key hook')
  await photo('Rooms', 'Overview', 'From the door')
  survey = await readSurvey(owner, started.id)
  hiddenMedia = [detailOf(survey, 'Site', 'Gate code'), detailOf(survey, 'Doors', 'Keys')].flatMap(
    ({ photos }) => photos.map(({ id }) => id),
  )
})
afterAll(() => here.close())

function expectNothingInternal(text: string) {
  for (const secret of [...secrets, ...hiddenMedia]) expect(text).not.toContain(secret)
}

/** Everything a guest can request, for every section, and everything the answers link to. */
async function everythingForGuests() {
  const link = await share(owner, survey.id)
  const calls = survey.user_survey_sections.map(({ id }) => callsOf(here.api, link.id, id))
  const replies = await Promise.all(calls.flatMap((one) => Object.values(one)).map((call) => call()))
  const addresses = signedIn(replies.map(({ body }) => body))
  const files = []
  for (const address of addresses) files.push({ address, ...(await here.api.open(address)) })
  return { link, replies, files }
}

test('no guest call returns internal answers', async () => {
  const { replies, files } = await everythingForGuests()
  const declared = [...api.values()].filter(({ access }) => access === 'guest')
  expect(Object.keys(callsOf(here.api, '', ''))).toHaveLength(declared.length)
  const replyText = JSON.stringify(replies.map(({ body, errors }) => body ?? errors))
  expect(replyText).toContain('Harbor gate')
  expect(replyText).toContain('From the door')
  expectNothingInternal(replyText)

  const kinds = files.map(({ address }) => address.split('/')[3])
  expect(new Set(kinds)).toEqual(new Set(['media', 'report', 'zip']))
  for (const { address, statusCode, rawPayload } of files) {
    expect([address, statusCode]).toEqual([address, 200])
    if (address.includes('/report/')) {
      const { text } = await readPdf(rawPayload)
      expect(text).toContain('Two rooms')
      expectNothingInternal(text)
    }
    if (address.includes('/zip/')) {
      const names = (await listZip(fromBuffer(rawPayload))).map(({ name }) => name)
      expect(names.filter((name) => name.endsWith('.jpg'))).toEqual([
        'Rooms/Overview/Photo 3 – From the door.jpg',
      ])
      expectNothingInternal(rawPayload.toString('latin1'))
    }
  }
})

test('a section with nothing for guests is unknown to them', async () => {
  const { link } = await everythingForGuests()
  const query = { guest_survey_id: link.id, guest_survey_section_id: sectionNamed(survey, 'Doors').id }
  const refused = await here.api.call(guestSection, { query })
  expect([refused.status, refused.errors]).toEqual([404, [{ message: 'Not found.' }]])
})

test('an address for an internal photo that a guest derived from another opens nothing', async () => {
  const { link } = await everythingForGuests()
  const holder = await here.context.db
    .selectFrom('share_link')
    .select('holder_id')
    .where('id', '=', link.id)
    .executeTakeFirstOrThrow()
  for (const subject of hiddenMedia) {
    const ticket = { what: 'media', subject, rendition: 'view', holder: { link: holder.holder_id } } as const
    const address = `/api/files/media/${signTicket(here.context.ticketKey, ticket, here.context.clock())}`
    expect((await here.api.open(address)).statusCode).toBe(404)
  }
})

test('the owner’s own report options do not affect guests', async () => {
  const choose = (show_internal: boolean) =>
    owner.api.call(submitSurvey, { params: { id: survey.id }, body: { show_internal } })
  const own = async () => {
    const detail = await owner.api.call(reportDetail, { params: { id: survey.id } })
    const pdf = await owner.api.call(reportDownload, { params: { id: survey.id } })
    const read = await readPdf((await here.api.open(pdf.body.data.url)).rawPayload)
    return [JSON.stringify(detail.body), read.text.replaceAll('\n', ' ')] as const
  }
  for (const text of await own()) expectNothingInternal(text.replaceAll(/"surveyId":"[^"]*"/g, ''))
  expect((await choose(true)).body.data.attributes.checkboxes.show_internal).toBe(true)
  const [detail, pdf] = await own()
  expect(detail).toContain('"internal":true')
  expect(pdf).toContain('Sesame-47')
  expect(pdf).toContain('[Not in the customer’s report]')
  expect(pdf).toContain('Do not give it to the customer.')
  const { replies, files } = await everythingForGuests()
  expectNothingInternal(JSON.stringify(replies.map(({ body }) => body)))
  const drawn = files.find(({ address }) => address.includes('/report/'))
  expectNothingInternal((await readPdf(drawn?.rawPayload ?? Buffer.alloc(0))).text)
  await choose(false)
})

test('an editor cannot choose it', async () => {
  const editor = await here.make.account({ isProven: true })
  const params = { id: survey.id }
  await owner.api.call(addMember, { params, body: { email: editor.email, role: 'editor' } })
  const changed = await editor.api.call(submitSurvey, { params, body: { show_internal: true } })
  expect(changed.body.data.attributes.checkboxes).toMatchObject({ show_internal: false })
})

test('the owner’s zip has the files of internal fields, in folders that say so', async () => {
  const { body } = await owner.api.call(zipDownload, { query: { user_survey_id: survey.id } })
  const { rawPayload } = await here.api.open(body.data.uploaded_files_winzip)
  const names = (await listZip(fromBuffer(rawPayload))).map(({ name }) => name)
  expect(names).toContain(
    'Site/Harbor gate/Gate code (Not in the customer’s report)/Photo 1 – Box seventy.jpg',
  )
})
