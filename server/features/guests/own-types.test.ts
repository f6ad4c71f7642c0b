import { afterAll, beforeAll, expect, test } from 'vitest'
import { guestPdfDetails, guestPdfDownload, guestSection } from '#contract/sharing/guests.ts'
import { addMember } from '#contract/sharing/members.ts'
import { reportDetail } from '#contract/sharing/reports.ts'
import { type SurveyDetail, submitSurvey } from '#contract/surveys/surveys.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { share } from '#server/testing/shared-survey.ts'
import { addRichTemplate, richTemplate, save, sectionNamed, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let here: TestApp
let owner: MadeAccount
let survey: SurveyDetail
beforeAll(async () => {
  here = await testApp()
  await addRichTemplate(here)
  owner = await here.make.account({ isProven: true })
  survey = await startSurvey(owner, { template: richTemplate })
  const path = 'M10 150L300 40L590 150'
  await save(owner, survey, [
    { in: 'Room', field: 'Level', field_value: '-12.5' },
    { in: 'Room', field: 'Tested', field_value: '2026-11-21T13:30' },
    { in: 'Room', field: 'Story', field_value: 'One\ntwo' },
    { in: 'Room', field: 'Safe', field_value: 'No', field_value_multiple: ['Dark stairs'] },
    {
      in: 'Room',
      field: 'Signed',
      field_value: path,
      field_value_multiple: ['Dana Reed', '2026-11-21T15:04:00-05:00'],
    },
    { in: 'Room', field: 'Door', field_value: '40.7128 -74.006 5' },
    { in: 'Room', field: 'Opens', field_value: '08:30' },
    { in: 'Room', field: 'Closes', field_value: '18:15' },
    { in: 'Room', field: 'Tidy', field_value: '4' },
  ])
})
afterAll(() => here.close())

const texts = {
  Level: '-12.5 dB',
  Doubled: '-25 dB',
  Built: '',
  Tested: '11/21/2026 1:30 PM',
  Story: 'One\ntwo',
  Safe: 'No: Dark stairs',
  Leaking: '',
  Signed: 'Signed by Dana Reed, 11/21/2026 3:04 PM',
  Door: '40.712800, -74.006000 (±5 m)',
  Tag: '',
  Opens: '8:30 AM',
  Closes: '6:15 PM',
  'Open for': '9.75 h',
  Tidy: '4 of 5',
  Views: '',
  Tour: '',
  'After the tag': '',
}
const signature = { name: 'Dana Reed', path: 'M10 150L300 40L590 150' }

async function guestRows() {
  const link = await share(owner, survey.id)
  const query = { guest_survey_id: link.id, guest_survey_section_id: sectionNamed(survey, 'Room').id }
  const { body } = await here.api.call(guestSection, { query })
  return body.data.attributes.user_survey_sub_sections[0]?.user_survey_sub_section_details ?? []
}

test('the owner’s report has a row for each type except the note, in readable words', async () => {
  const { body } = await owner.api.call(reportDetail, { params: { id: survey.id } })
  const rows = body.data.attributes.sections[0]?.parts[0]?.rows ?? []
  expect(Object.fromEntries(rows.map(({ label, value }) => [label, value]))).toEqual(texts)
  expect(rows.find(({ label }) => label === 'Signed')?.signature).toEqual(signature)
  expect(rows.find(({ label }) => label === 'Door')?.place).toMatchObject({ latitude: 40.7128 })
  expect(rows.filter((row) => row.signature ?? row.place)).toHaveLength(2)
})

/** The value on the guest's page, in the report's details and in the PDF. */
async function guestTexts() {
  const link = await share(owner, survey.id)
  const query = { guest_survey_id: link.id }
  const details = await here.api.call(guestPdfDetails, { query })
  const pdf = await here.api.call(guestPdfDownload, { query })
  const read = await readPdf((await here.api.open(pdf.body.data.url)).rawPayload)
  return [JSON.stringify(await guestRows()), JSON.stringify(details.body), read.text]
}

test('a guest reads the same except the position, with the values beside it', async () => {
  const rows = await guestRows()
  const { Door: _, ...others } = texts
  expect(Object.fromEntries(rows.map((row) => [row.field_name, row.field_text]))).toEqual(others)
  expect(rows.find((row) => row.field_name === 'Signed')).toMatchObject({ field_signature: signature })
  expect(rows.find((row) => row.field_name === 'Safe')).toMatchObject({
    field_value: 'No',
    field_value_multiple: ['Dark stairs'],
  })
  for (const text of await guestTexts()) {
    for (const said of ['-12.5', '6:15 PM', '9.75 h', '4 of 5']) expect(text).toContain(said)
    expect(text).not.toContain('40.7128')
  }
})

test('an owner may show a survey’s positions to guests, and undo that', async () => {
  const choose = (show_positions: boolean) =>
    owner.api.call(submitSurvey, { params: { id: survey.id }, body: { show_positions } })
  expect((await choose(true)).body.data.attributes.checkboxes.show_positions).toBe(true)
  for (const text of await guestTexts()) expect(text).toContain('40.7128')
  await choose(false)
  for (const text of await guestTexts()) expect(text).not.toContain('40.7128')
})

test('editors cannot change what guests see: photos, empty fields, positions', async () => {
  const editor = await here.make.account({ isProven: true })
  await owner.api.call(addMember, {
    params: { id: survey.id },
    body: { email: editor.email, role: 'editor' },
  })
  const body = { owner_name: 'Hugh Crain', show_positions: true, checkbox_1: false, checkbox_2: true }
  const changed = await editor.api.call(submitSurvey, { params: { id: survey.id }, body })
  expect(changed.status).toBe(200)
  expect(changed.body.data.attributes).toMatchObject({
    owner: 'Hugh Crain',
    checkboxes: { show_positions: false, checkbox_1: true, checkbox_2: false },
  })
})

test('hides the signer until the signature exists', async () => {
  await save(owner, survey, [
    {
      in: 'Room',
      field: 'Signed',
      field_value: '',
      field_value_multiple: ['Dana Reed'],
      base_revision: 1,
    },
  ])
  const row = (await guestRows()).find((one) => one.field_name === 'Signed')
  expect(row).toMatchObject({ field_value: '', field_value_multiple: [], field_text: '' })
  expect(row).not.toHaveProperty('field_signature')
})
