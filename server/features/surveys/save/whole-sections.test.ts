import fc from 'fast-check'
import { v4 as newKey } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { autoSave, type SurveyDetail, submitSurvey } from '#contract/surveys/surveys.ts'
import type { ApiClient } from '#server/testing/api.ts'
import { type MadeAccount, otherSession } from '#server/testing/make.ts'
import {
  addSampleTemplate,
  type Change,
  detailOf,
  partOf,
  readSurvey,
  save,
  sectionNamed,
  startSurvey,
} from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

/** Clients that send whole sections, like the specification's example, while others edit the same survey. */
let here: TestApp
let sam: MadeAccount
let eve: MadeAccount
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  sam = await here.make.account()
  eve = { ...sam, api: await otherSession(sam) }
})
afterAll(() => here.close())

type Names = 'revision' | 'base_revision' | 'nothing'
type Values = Readonly<Record<string, string>>

const fields = ['Building name', 'Notes', 'Units'] as const

/** Sends every field of the section, with these values in place of those read. */
async function saveSection(
  by: { readonly api: ApiClient },
  read: SurveyDetail,
  values: Values,
  more: { readonly names?: Names; readonly at?: string; readonly key?: string } = {},
) {
  const { names = 'nothing', at, key } = more
  const details = partOf(read, 'Building').user_survey_sub_section_details.map((detail) => ({
    id: detail.id,
    field_name: detail.field_name,
    field_options: detail.field_options,
    field_value: values[detail.field_name] ?? detail.field_value,
    field_value_multiple: detail.field_value_multiple,
    ...(names !== 'nothing' && { [names]: detail.revision }),
    ...(at !== undefined && { edited_at: at }),
  }))
  const part = { id: partOf(read, 'Building').id, user_survey_sub_section_details_attributes: details }
  const sections = [{ id: sectionNamed(read, 'Building').id, user_survey_sub_sections_attributes: [part] }]
  const body = { user_survey_id: read.id, user_survey_sections_attributes: sections }
  const sent = await by.api.call(autoSave, { body }, key === undefined ? {} : { key })
  expect(sent.status).toBe(200)
  return sent.body.data.attributes
}

/** Sends one person's edit of one field, like the web app. */
async function saveEdit(by: MadeAccount, survey: SurveyDetail, field: string, value: string) {
  const { revision } = detailOf(await readSurvey(by, survey.id), 'Building', field)
  const change: Change = { in: 'Building', field, field_value: value, base_revision: revision, edited: true }
  return save(by, survey, [change])
}

async function nowIn(survey: SurveyDetail, field: string): Promise<string> {
  return detailOf(await readSurvey(eve, survey.id), 'Building', field).field_value
}

async function started(): Promise<SurveyDetail> {
  const { id } = await startSurvey(sam)
  const survey = await readSurvey(sam, id)
  await saveSection(sam, survey, { 'Building name': 'Start', Notes: 'Dry' })
  return readSurvey(sam, id)
}

describe.each(['revision', 'base_revision', 'nothing'] as const)('a whole section that names %s', (names) => {
  test('applies its edits and keeps newer answers of others', async () => {
    const read = await started()
    await saveEdit(eve, read, 'Building name', 'East wing')
    await saveEdit(eve, read, 'Units', '12')
    const reply = await saveSection(sam, read, { Notes: 'Wet' }, { names })
    expect(await Promise.all(fields.map((field) => nowIn(read, field)))).toEqual(['East wing', 'Wet', '12'])
    expect(reply.conflicts).toEqual([])
    // Each value is returned with its revision.
    const { id, revision } = detailOf(read, 'Building', 'Building name')
    expect(reply.saved).toContainEqual({ id, revision })
  })

  test('keeps newer answers however often it is sent', async () => {
    const read = await started()
    await saveEdit(eve, read, 'Building name', 'East wing')
    for (const Notes of ['W', 'We', 'Wet', 'Wet']) await saveSection(sam, read, { Notes }, { names })
    expect([await nowIn(read, 'Building name'), await nowIn(read, 'Notes')]).toEqual(['East wing', 'Wet'])
  })

  test("returns the replaced value if it changes another user's edit", async () => {
    const read = await started()
    await saveEdit(eve, read, 'Building name', 'East wing')
    const reply = await saveSection(sam, read, { 'Building name': 'West wing' }, { names })
    expect(reply.conflicts).toMatchObject([{ field_value: 'East wing' }])
    expect(await nowIn(read, 'Building name')).toBe('West wing')
  })

  test('can deliberately restore an earlier value', async () => {
    const read = await started()
    await saveEdit(eve, read, 'Building name', 'East wing')
    const seen = await readSurvey(sam, read.id)
    const reply = await saveSection(sam, seen, { 'Building name': 'Start' }, { names })
    expect(reply.conflicts).toEqual([])
    expect(await nowIn(read, 'Building name')).toBe('Start')
  })
})

test('edit times sent with all values do not make them edits', async () => {
  const read = await started()
  await saveEdit(eve, read, 'Building name', 'East wing')
  const at = here.context.clock().toISOString()
  await saveSection(sam, read, { Notes: 'Wet' }, { at })
  await saveSection(sam, read, { Notes: 'Wetter' }, { names: 'base_revision', at })
  expect(await nowIn(read, 'Building name')).toBe('East wing')
})

test('an older app that sends edit times gets the current value', async () => {
  const read = await started()
  await saveEdit(eve, read, 'Building name', 'East wing')
  const change = { in: 'Building', field: 'Building name', field_value: 'Start', base_revision: 1 }
  const { body } = await save(sam, read, [{ ...change, edited_at: here.context.clock().toISOString() }])
  expect(body.data.attributes).toMatchObject({
    saved: [],
    conflicts: [{ field_value: 'East wing', revision: 2 }],
  })
  expect(await nowIn(read, 'Building name')).toBe('East wing')
})

test('a value marked as edited counts even if it equals the previous one', async () => {
  const read = await started()
  await saveEdit(eve, read, 'Building name', 'East wing')
  const change = { in: 'Building', field: 'Building name', field_value: 'Start', base_revision: 1 }
  const { body } = await save(sam, read, [{ ...change, edited: true }])
  expect(body.data.attributes.conflicts).toMatchObject([{ field_value: 'East wing' }])
  expect(await nowIn(read, 'Building name')).toBe('Start')
})

test('a single client can switch back and forth without reading in between', async () => {
  const read = await started()
  for (const value of ['North', 'East', 'North', '', 'North']) {
    const reply = await saveSection(sam, read, { 'Building name': value })
    expect([await nowIn(read, 'Building name'), reply.conflicts]).toEqual([value, []])
  }
})

test('an answer in the reply to another call counts as seen', async () => {
  const read = await started()
  await saveEdit(eve, read, 'Building name', 'East wing')
  const body = { user_survey_id: read.id, survey_name: 'Hill House' }
  const { body: reply } = await sam.api.call(submitSurvey, { params: { id: read.id }, body })
  await saveEdit(eve, read, 'Building name', 'West wing')
  await saveSection(sam, reply.data.attributes, { Notes: 'Wet' })
  expect(await nowIn(read, 'Building name')).toBe('West wing')
})

test('a new login that sends what was read before changes no newer answer', async () => {
  const read = await started()
  await saveEdit(eve, read, 'Building name', 'East wing')
  await saveEdit(eve, read, 'Units', '12')
  const anew = { api: await otherSession(sam) }
  const reply = await saveSection(anew, read, { Notes: 'Wet' })
  // The new session received no answer, so its only edit is reported as a conflict.
  expect(reply.conflicts).toMatchObject([{ field_value: 'Dry' }])
  expect(await Promise.all(fields.map((field) => nowIn(read, field)))).toEqual(['East wing', 'Wet', '12'])
})

test('a repeated save, with its key and without, keeps newer answers', async () => {
  const read = await started()
  const key = newKey()
  const first = await saveSection(sam, read, { Notes: 'Wet' }, { key })
  await saveEdit(eve, read, 'Notes', 'Flooded')
  expect(await saveSection(sam, read, { Notes: 'Wet' }, { key })).toEqual(first)
  await saveSection(sam, read, { Notes: 'Wet' })
  expect(await nowIn(read, 'Notes')).toBe('Flooded')
})

test('a value replaced within one save was never seen', async () => {
  const read = await started()
  const twice = ['Wet', 'Flooded'].map(
    (field_value): Change => ({ in: 'Building', field: 'Notes', field_value }),
  )
  await save(eve, read, twice)
  await saveSection(sam, read, { Units: '4' })
  expect(await nowIn(read, 'Notes')).toBe('Flooded')
})

test('values from before events were recorded count as seen by later readers', async () => {
  const read = await started()
  const event = null
  await here.context.db
    .updateTable('answer')
    .set({ event, edited_in: null })
    .where('survey_id', '=', read.id)
    .execute()
  await readSurvey(sam, read.id)
  await saveEdit(eve, read, 'Notes', 'Flooded')
  await saveSection(sam, read, { Units: '4' })
  expect(await nowIn(read, 'Notes')).toBe('Flooded')
})

test('the mark of a copy remains when its value is only echoed', async () => {
  const read = await started()
  const copied = {
    in: 'Building',
    field: 'Notes',
    field_value: 'Copied',
    copied_from: partOf(read, 'Building').id,
  }
  await save(sam, read, [{ ...copied, base_revision: 1, edited: true }])
  const seen = await readSurvey(sam, read.id)
  await saveSection(sam, seen, { Units: '4' })
  expect(detailOf(await readSurvey(sam, read.id), 'Building', 'Notes').copied_from).toBe(copied.copied_from)
})

test('values that a client sent count as seen, even if another user had sent the same', async () => {
  const { id } = await startSurvey(sam)
  await saveEdit(sam, await readSurvey(sam, id), 'Units', '1')
  const screen = await readSurvey(eve, id)
  await saveEdit(sam, await readSurvey(sam, id), 'Units', '2')
  // Eve types the same value without having seen it, then another, while Sam continues.
  await saveSection(eve, screen, { Units: '2' })
  await saveEdit(sam, await readSurvey(sam, id), 'Units', '3')
  await saveSection(eve, screen, { Units: '2', Notes: 'Flooded' })
  expect(await nowIn(screen, 'Units')).toBe('3')
  expect(await nowIn(screen, 'Notes')).toBe('Flooded')
})

const step = fc.record({
  who: fc.nat(1),
  reads: fc.boolean(),
  field: fc.constantFrom(...fields),
  value: fc.constantFrom('1', '2', '3', ''),
})
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/**
 * Found by an earlier run: the second client sends the same value as the first, then repeats it over a newer
 * one.
 */
const saidTheSame: Step[] = [
  { who: 0, reads: false, field: 'Units', value: '1' },
  { who: 1, reads: true, field: 'Building name', value: '1' },
  { who: 0, reads: false, field: 'Units', value: '' },
  { who: 1, reads: false, field: 'Units', value: '' },
  { who: 0, reads: false, field: 'Units', value: '1' },
  { who: 1, reads: false, field: 'Building name', value: '1' },
]

test.each(['revision', 'base_revision', 'nothing'] as const)(
  'whole sections of two clients that name %s never overwrite a newer answer silently',
  async (names) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 10 }), async (steps) => {
        const { id } = await startSurvey(sam)
        const screens = [await readSurvey(sam, id), await readSurvey(eve, id)]
        for (const { who, reads, field, value } of steps) {
          const by = who === 0 ? sam : eve
          if (reads) screens[who] = await readSurvey(by, id)
          const screen = screens[who] ?? (await readSurvey(by, id))
          // A third session reads the survey, so that its reads do not count for the other two.
          const before = await readAsOnlooker(id)
          const reply = await saveSection(by, screen, { [field]: value }, { names })
          const after = await readAsOnlooker(id)
          const conflicts = reply.conflicts.map(({ id }) => id)
          for (const name of fields) {
            const [was, is, shown] = [before, after, screen].map((one) => detailOf(one, 'Building', name))
            if (!was || !is || !shown || was.field_value === is.field_value) continue
            expect(name).toBe(field)
            const unseen = was.revision > shown.revision && was.field_value !== shown.field_value
            if (unseen) expect(conflicts).toContain(was.id)
          }
          // The screen shows what it read plus its own edits, with the returned revisions.
          screens[who] = withTold(screen, reply.saved, { [field]: value })
        }
      }),
      {
        numRuns: 8,
        examples: [[saidTheSame]],
      },
    )
  },
  60_000,
)

async function readAsOnlooker(id: string): Promise<SurveyDetail> {
  onlooker ??= { ...sam, api: await otherSession(sam) }
  return readSurvey(onlooker, id)
}
let onlooker: MadeAccount | undefined

function withTold(
  screen: SurveyDetail,
  saved: readonly { readonly id: string; readonly revision: number }[],
  values: Values,
): SurveyDetail {
  const shown = structuredClone(screen)
  const revisions = new Map(saved.map(({ id, revision }) => [id, revision]))
  for (const detail of partOf(shown, 'Building').user_survey_sub_section_details) {
    detail.field_value = values[detail.field_name] ?? detail.field_value
    detail.revision = revisions.get(detail.id) ?? detail.revision
  }
  return shown
}
