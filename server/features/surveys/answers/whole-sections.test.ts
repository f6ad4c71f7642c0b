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

/** Clients that send whole sections, as the specification's own body does, beside others that are at the same survey. */
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

/** Names every field of the section, with these values in place of what was read. */
async function sendAll(
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

/** What one person says of one field, as the web app sends it. */
async function says(by: MadeAccount, survey: SurveyDetail, field: string, value: string) {
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
  await sendAll(sam, survey, { 'Building name': 'Start', Notes: 'Dry' })
  return readSurvey(sam, id)
}

describe.each(['revision', 'base_revision', 'nothing'] as const)('a whole section that names %s', (names) => {
  test('changes what was changed in it and leaves what somebody gave since', async () => {
    const read = await started()
    await says(eve, read, 'Building name', 'East wing')
    await says(eve, read, 'Units', '12')
    const reply = await sendAll(sam, read, { Notes: 'Wet' }, { names })
    expect(await Promise.all(fields.map((field) => nowIn(read, field)))).toEqual(['East wing', 'Wet', '12'])
    expect(reply.conflicts).toEqual([])
    // Told is where each of its values stood.
    const { id, revision } = detailOf(read, 'Building', 'Building name')
    expect(reply.saved).toContainEqual({ id, revision })
  })

  test('leaves it every time, however often it is sent', async () => {
    const read = await started()
    await says(eve, read, 'Building name', 'East wing')
    for (const Notes of ['W', 'We', 'Wet', 'Wet']) await sendAll(sam, read, { Notes }, { names })
    expect([await nowIn(read, 'Building name'), await nowIn(read, 'Notes')]).toEqual(['East wing', 'Wet'])
  })

  test('that changes what somebody else changed tells what gave way', async () => {
    const read = await started()
    await says(eve, read, 'Building name', 'East wing')
    const reply = await sendAll(sam, read, { 'Building name': 'West wing' }, { names })
    expect(reply.conflicts).toMatchObject([{ field_value: 'East wing' }])
    expect(await nowIn(read, 'Building name')).toBe('West wing')
  })

  test('goes there and back again when somebody does it on purpose', async () => {
    const read = await started()
    await says(eve, read, 'Building name', 'East wing')
    const seen = await readSurvey(sam, read.id)
    const reply = await sendAll(sam, seen, { 'Building name': 'Start' }, { names })
    expect(reply.conflicts).toEqual([])
    expect(await nowIn(read, 'Building name')).toBe('Start')
  })
})

test('moments that come along with all values make no edit of them', async () => {
  const read = await started()
  await says(eve, read, 'Building name', 'East wing')
  const at = here.context.clock().toISOString()
  await sendAll(sam, read, { Notes: 'Wet' }, { at })
  await sendAll(sam, read, { Notes: 'Wetter' }, { names: 'base_revision', at })
  expect(await nowIn(read, 'Building name')).toBe('East wing')
})

test('a device of the app from before, which says when each was given, is told what stands', async () => {
  const read = await started()
  await says(eve, read, 'Building name', 'East wing')
  const change = { in: 'Building', field: 'Building name', field_value: 'Start', base_revision: 1 }
  const { body } = await save(sam, read, [{ ...change, edited_at: here.context.clock().toISOString() }])
  expect(body.data.attributes).toMatchObject({
    saved: [],
    conflicts: [{ field_value: 'East wing', revision: 2 }],
  })
  expect(await nowIn(read, 'Building name')).toBe('East wing')
})

test('what somebody gave counts also where it is what stood before', async () => {
  const read = await started()
  await says(eve, read, 'Building name', 'East wing')
  const change = { in: 'Building', field: 'Building name', field_value: 'Start', base_revision: 1 }
  const { body } = await save(sam, read, [{ ...change, edited: true }])
  expect(body.data.attributes.conflicts).toMatchObject([{ field_value: 'East wing' }])
  expect(await nowIn(read, 'Building name')).toBe('Start')
})

test('one client alone goes there and back again without reading in between', async () => {
  const read = await started()
  for (const value of ['North', 'East', 'North', '', 'North']) {
    const reply = await sendAll(sam, read, { 'Building name': value })
    expect([await nowIn(read, 'Building name'), reply.conflicts]).toEqual([value, []])
  }
})

test('an answer that came in the reply to another call was seen', async () => {
  const read = await started()
  await says(eve, read, 'Building name', 'East wing')
  const body = { user_survey_id: read.id, survey_name: 'Hill House' }
  const { body: reply } = await sam.api.call(submitSurvey, { params: { id: read.id }, body })
  await says(eve, read, 'Building name', 'West wing')
  await sendAll(sam, reply.data.attributes, { Notes: 'Wet' })
  expect(await nowIn(read, 'Building name')).toBe('West wing')
})

test('who has logged in anew and sends what was read before changes nothing that came since', async () => {
  const read = await started()
  await says(eve, read, 'Building name', 'East wing')
  await says(eve, read, 'Units', '12')
  const anew = { api: await otherSession(sam) }
  const reply = await sendAll(anew, read, { Notes: 'Wet' })
  // It was never given an answer, so the one thing that it changed is told as having met another.
  expect(reply.conflicts).toMatchObject([{ field_value: 'Dry' }])
  expect(await Promise.all(fields.map((field) => nowIn(read, field)))).toEqual(['East wing', 'Wet', '12'])
})

test('a save that comes again, with its key and without, leaves what somebody gave since', async () => {
  const read = await started()
  const key = newKey()
  const first = await sendAll(sam, read, { Notes: 'Wet' }, { key })
  await says(eve, read, 'Notes', 'Flooded')
  expect(await sendAll(sam, read, { Notes: 'Wet' }, { key })).toEqual(first)
  await sendAll(sam, read, { Notes: 'Wet' })
  expect(await nowIn(read, 'Notes')).toBe('Flooded')
})

test('a value that was replaced within one save was given to nobody', async () => {
  const read = await started()
  const twice = ['Wet', 'Flooded'].map(
    (field_value): Change => ({ in: 'Building', field: 'Notes', field_value }),
  )
  await save(eve, read, twice)
  await sendAll(sam, read, { Units: '4' })
  expect(await nowIn(read, 'Notes')).toBe('Flooded')
})

test('values from before this was noted were given to who has read them since', async () => {
  const read = await started()
  const event = null
  await here.context.db
    .updateTable('answer')
    .set({ event, edited_in: null })
    .where('survey_id', '=', read.id)
    .execute()
  await readSurvey(sam, read.id)
  await says(eve, read, 'Notes', 'Flooded')
  await sendAll(sam, read, { Units: '4' })
  expect(await nowIn(read, 'Notes')).toBe('Flooded')
})

test('the mark of a copy stays where its value only comes along', async () => {
  const read = await started()
  const copied = {
    in: 'Building',
    field: 'Notes',
    field_value: 'Copied',
    copied_from: partOf(read, 'Building').id,
  }
  await save(sam, read, [{ ...copied, base_revision: 1, edited: true }])
  const seen = await readSurvey(sam, read.id)
  await sendAll(sam, seen, { Units: '4' })
  expect(detailOf(await readSurvey(sam, read.id), 'Building', 'Notes').copied_from).toBe(copied.copied_from)
})

test('what a client has sent itself counts as seen, also where somebody else had given the same', async () => {
  const { id } = await startSurvey(sam)
  await says(sam, await readSurvey(sam, id), 'Units', '1')
  const screen = await readSurvey(eve, id)
  await says(sam, await readSurvey(sam, id), 'Units', '2')
  // Eve types the same without having seen it, then something else, while Sam goes on.
  await sendAll(eve, screen, { Units: '2' })
  await says(sam, await readSurvey(sam, id), 'Units', '3')
  await sendAll(eve, screen, { Units: '2', Notes: 'Flooded' })
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

/** Found by an earlier run: the second says what the first gave meanwhile, then repeats it over what is newer. */
const saidTheSame: Step[] = [
  { who: 0, reads: false, field: 'Units', value: '1' },
  { who: 1, reads: true, field: 'Building name', value: '1' },
  { who: 0, reads: false, field: 'Units', value: '' },
  { who: 1, reads: false, field: 'Units', value: '' },
  { who: 0, reads: false, field: 'Units', value: '1' },
  { who: 1, reads: false, field: 'Building name', value: '1' },
]

test.each(['revision', 'base_revision', 'nothing'] as const)(
  'whole sections of two clients that name %s change no newer answer in silence',
  async (names) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 10 }), async (steps) => {
        const { id } = await startSurvey(sam)
        const screens = [await readSurvey(sam, id), await readSurvey(eve, id)]
        for (const { who, reads, field, value } of steps) {
          const by = who === 0 ? sam : eve
          if (reads) screens[who] = await readSurvey(by, id)
          const screen = screens[who] ?? (await readSurvey(by, id))
          // A third looks on, whose reading is nobody's else.
          const before = await looksOn(id)
          const reply = await sendAll(by, screen, { [field]: value }, { names })
          const after = await looksOn(id)
          const conflicts = reply.conflicts.map(({ id }) => id)
          for (const name of fields) {
            const [was, is, shown] = [before, after, screen].map((one) => detailOf(one, 'Building', name))
            if (!was || !is || !shown || was.field_value === is.field_value) continue
            expect(name).toBe(field)
            const unseen = was.revision > shown.revision && was.field_value !== shown.field_value
            if (unseen) expect(conflicts).toContain(was.id)
          }
          // On its screen is what it read, with what it has typed and sent, at the revisions it was told.
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

async function looksOn(id: string): Promise<SurveyDetail> {
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
