import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { submitSurvey } from '#contract/surveys/surveys.ts'
import { reportSearch } from '#contract/surveys/surveys-search.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import {
  addRichTemplate,
  type Change,
  detailOf,
  readSurvey,
  richTemplate,
  save,
  startSurvey,
} from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let here: TestApp
let sam: MadeAccount
beforeAll(async () => {
  here = await testApp()
  await addRichTemplate(here)
  sam = await here.make.account()
})
afterAll(() => here.close())

const begin = () => startSurvey(sam, { template: richTemplate })
const strokes = 'M10 150L300 40L590 150'
const moment = '2026-11-21T15:04:00-05:00'

type Said = readonly [field: string, value: string, values?: readonly string[]]

function said([field, value, values]: Said): Change {
  const multiple = values && { field_value_multiple: [...values] }
  return { in: 'Room', field, field_value: value, ...multiple }
}

const good: readonly Said[] = [
  ['Level', '-12.5'],
  ['Level', '.5'],
  ['Level', '-'],
  ['Built', '2024-02-29'],
  ['Tested', '2026-11-21T23:59'],
  ['Story', 'One\ntwo\n\nthree'],
  ['Safe', 'Yes', []],
  ['Safe', 'No', ['The door is blocked']],
  ['Leaking', 'Yes', ['Below the sink']],
  ['Signed', strokes, ['Dana Reed', moment]],
  ['Signed', 'typed', ['Dana Reed', moment]],
  ['Signed', '', ['Dana Reed']],
  ['Door', '40.7128 -74.006 5'],
  ['Door', '-0.5 180'],
  ['Tag', 'A-17\nsecond line'],
  ['Opens', '00:00'],
  ['Opens', '23:59'],
  ['Opens', ''],
  ['Tidy', '1'],
  ['Tidy', '5'],
  ['Views', ''],
]

const bad: readonly Said[] = [
  ['Level', '12 dB'],
  ['Level', '1e5'],
  ['Level', '1,234'],
  ['Level', '1,234.5'],
  ['Level', '12,5'],
  ['Level', '12\t13'],
  ['Level', '9'.repeat(31)],
  ['Built', '2026-02-29'],
  ['Built', '11/21/2026'],
  ['Built', '0026-01-01'],
  ['Tested', '2026-11-21'],
  ['Tested', '2026-11-21T25:00'],
  ['Tested', '2026-11-21T10:00Z'],
  ['Safe', 'Maybe', []],
  ['Safe', 'No', ['one', 'two']],
  ['Signed', 'M1 1L601 1', ['Dana']],
  ['Signed', '<svg onload=alert(1)>', []],
  ['Signed', 'typed', []],
  ['Signed', strokes, ['x'.repeat(201)]],
  ['Signed', strokes, ['Dana', 'yesterday']],
  ['Signed', strokes, ['Dana', moment, 'more']],
  ['Door', '91 0'],
  ['Door', '40.7128, -74.006'],
  ['Door', 'here'],
  ['Opens', '24:00'],
  ['Opens', '8:30'],
  ['Opens', '08:30:15'],
  ['Opens', '8:30 PM'],
  ['Tidy', '0'],
  ['Tidy', '6'],
  ['Tidy', '4.5'],
  ['Tidy', '4 of 5'],
  ['Views', '2'],
  ['Views', 'Enter text here'],
  ['Tour', 'tour.mp4'],
]

const short = ([field, value, values = []]: Said) =>
  `${field}: ${[value, ...values].join(' | ').slice(0, 40)}`

describe('auto-save', () => {
  test.each(good.map((one) => ({ one, name: short(one) })))('stores $name unchanged', async ({ one }) => {
    const survey = await begin()
    const { status } = await save(sam, survey, [said(one)])
    expect(status).toBe(200)
    const [field, value, values = []] = one
    expect(detailOf(await readSurvey(sam, survey.id), 'Room', field)).toMatchObject({
      field_value: value,
      field_value_multiple: values,
    })
  })

  test.each(bad.map((one) => ({ one, name: short(one) })))(
    'rejects $name, and writes nothing of its save',
    async ({ one }) => {
      const survey = await begin()
      const refused = await save(sam, survey, [said(['Tag', 'A-17']), said(one)])
      const { id } = detailOf(survey, 'Room', one[0])
      expect(refused.status).toBe(422)
      expect(refused.errors.map((error) => Object.keys(error))).toEqual([[id]])
      expect(await readSurvey(sam, survey.id)).toEqual(survey)
    },
  )

  test('ignores values for notes and calculated fields', async () => {
    const survey = await begin()
    await save(sam, survey, [said(['Level', '2']), said(['Doubled', '7']), said(['Read this', 'read'])])
    const after = await readSurvey(sam, survey.id)
    expect(detailOf(after, 'Room', 'Doubled').field_value).toBe('4')
    expect(detailOf(after, 'Room', 'Read this').field_value).toBe('')
  })

  test('changes nothing when repeated', async () => {
    const survey = await begin()
    const change = { ...said(['Safe', 'No', ['Dark']]), edited_at: '2026-05-01T10:00:00Z', base_revision: 0 }
    const first = await save(sam, survey, [change])
    const again = await save(sam, survey, [change])
    expect(again.body.data.attributes.saved).toEqual(first.body.data.attributes.saved)
    expect(again.body.data.attributes.conflicts).toEqual([])
  })
})

test('conflicting reasons from two devices: the later one wins as a whole', async () => {
  const survey = await begin()
  const at = (minute: number) => new Date(Date.UTC(2026, 4, 1, 10, minute)).toISOString()
  const later = { ...said(['Safe', 'No', ['Later']]), edited_at: at(20), base_revision: 0 }
  const earlier = { ...said(['Safe', 'No', ['Earlier']]), edited_at: at(10), base_revision: 0 }
  await save(sam, survey, [later])
  const reply = await save(sam, survey, [earlier])
  const { id } = detailOf(survey, 'Room', 'Safe')
  expect(reply.body.data.attributes.conflicts).toMatchObject([
    { id, field_value: 'No', field_value_multiple: ['Later'] },
  ])
})

test('a mandatory No without a reason or a number out of range prevents submission', async () => {
  const survey = await begin()
  const params = { id: survey.id }
  const submit = () => sam.api.call(submitSurvey, { params, body: { status: 'Completed' } })
  await save(sam, survey, [said(['Safe', 'No', []]), said(['Level', '-61'])])
  const refused = await submit()
  expect(refused.status).toBe(422)
  const words = JSON.stringify(refused.errors)
  expect(words).toContain('Please enter a reason.')
  expect(words).toContain('Please enter a number from -60 to 2000.')
  await save(sam, survey, [
    { ...said(['Safe', 'No', ['Dark']]), base_revision: 1 },
    { ...said(['Level', '-60']), base_revision: 1 },
  ])
  expect((await submit()).status).toBe(200)
})

test('the search finds answers by their text in the report', async () => {
  const survey = await begin()
  await save(sam, survey, [
    said(['Safe', 'No', ['Dark stairs']]),
    said(['Level', '-12.5']),
    said(['Built', '2024-02-29']),
    said(['Signed', strokes, ['Dana Reed', moment]]),
    said(['Opens', '20:15']),
    said(['Tidy', '4']),
  ])
  const find = async (search_query: string) => {
    const query = { user_survey_id: survey.id, survey_template_id: richTemplate.id, search_query }
    return (await sam.api.call(reportSearch, { query })).body.search_field_details
  }
  expect(await find('dark stairs')).toEqual(['Safe (in Room)'])
  expect(await find('-12.5 dB')).toEqual(['Level (in Room)'])
  expect(await find('02/29/2024')).toEqual(['Built (in Room)'])
  expect(await find('8:15 pm')).toEqual(['Opens (in Room)'])
  expect(await find('4 of 5')).toEqual(['Tidy (in Room)'])
  expect(await find('dana reed')).toEqual(['Signed (in Room)'])
})
