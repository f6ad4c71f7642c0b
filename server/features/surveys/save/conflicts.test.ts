import fc from 'fast-check'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerHistory } from '#contract/surveys/answer-history.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import {
  addSampleTemplate,
  type Change,
  detailOf,
  readSurvey,
  save,
  startSurvey,
} from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let here: TestApp
let sam: MadeAccount
let eve: MadeAccount
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  sam = await here.make.account()
  eve = await here.make.account({ firstName: 'Eve' })
})
afterAll(() => here.close())

/** A time in the past of every device's clock. */
function at(second: number): string {
  return new Date(Date.UTC(2026, 4, 1, 10, 0, second)).toISOString()
}

function named(value: string, more: Partial<Change> = {}): Change {
  return { in: 'Building', field: 'Building name', field_value: value, ...more }
}

async function surveyNamed(value: string) {
  const survey = await startSurvey(sam)
  await save(sam, survey, [named(value, { edited_at: at(0), base_revision: 0 })])
  return survey
}

async function nameIn(survey: { id: string }) {
  return detailOf(await readSurvey(sam, survey.id), 'Building', 'Building name')
}

async function historyOf(survey: Parameters<typeof detailOf>[0]) {
  const detail_id = detailOf(survey, 'Building', 'Building name').id
  const { body } = await sam.api.call(answerHistory, { params: { id: survey.id }, query: { detail_id } })
  return body.data.map(({ attributes }) => attributes)
}

describe('two devices that changed the same field', () => {
  test('the later edit wins, and the earlier device gets the current value', async () => {
    const survey = await surveyNamed('Start')
    await save(sam, survey, [named('Later', { edited_at: at(20), base_revision: 1 })])
    const early = await save(sam, survey, [named('Earlier', { edited_at: at(10), base_revision: 1 })])
    const { id } = await nameIn(survey)
    expect(early.body.data.attributes).toMatchObject({
      saved: [],
      conflicts: [
        {
          ...{ id, field_value: 'Later', field_value_multiple: [], revision: 2 },
          ...{ edited_by: 'Sam Rivera', edited_at: at(20) },
        },
      ],
    })
    expect(await nameIn(survey)).toMatchObject({ field_value: 'Later', revision: 2, edited_at: at(20) })
    expect(await historyOf(survey)).toMatchObject([
      { field_value: 'Earlier', outcome: 'lost', edited_at: at(10), edited_by: 'Sam Rivera' },
      { field_value: 'Start', outcome: 'replaced', revision: 1, edited_at: at(0) },
    ])
  })

  test('a later edit that arrives later wins too, and returns the replaced value', async () => {
    const survey = await surveyNamed('Start')
    await save(sam, survey, [named('Earlier', { edited_at: at(10), base_revision: 1 })])
    const late = await save(sam, survey, [named('Later', { edited_at: at(20), base_revision: 1 })])
    const { id } = await nameIn(survey)
    expect(late.body.data.attributes).toMatchObject({
      saved: [{ id, revision: 3 }],
      conflicts: [
        {
          ...{ id, field_value: 'Earlier', field_value_multiple: [], revision: 2 },
          ...{ edited_by: 'Sam Rivera', edited_at: at(10) },
        },
      ],
    })
    expect((await historyOf(survey)).map((entry) => [entry.field_value, entry.outcome])).toEqual([
      ['Earlier', 'replaced'],
      ['Start', 'replaced'],
    ])
  })

  test('a save repeated after a later one changes nothing, and returns the current value', async () => {
    const survey = await surveyNamed('Start')
    const first = named('First', { edited_at: at(10), base_revision: 1 })
    await save(sam, survey, [first])
    await save(sam, survey, [named('Second', { edited_at: at(5), base_revision: 2 })])
    const before = [await readSurvey(sam, survey.id), await historyOf(survey)]
    const again = await save(sam, survey, [first])
    expect(again.body.data.attributes).toMatchObject({
      saved: [],
      conflicts: [{ field_value: 'Second', revision: 3 }],
    })
    expect([await readSurvey(sam, survey.id), await historyOf(survey)]).toEqual(before)
  })

  test('a clock far ahead counts as now, also when its save is repeated', async () => {
    const survey = await surveyNamed('Start')
    const ahead = named('Ahead', { edited_at: '2099-01-01T00:00:00Z', base_revision: 0 })
    await save(sam, survey, [ahead])
    const stands = await nameIn(survey)
    expect(Date.parse(stands.edited_at ?? '')).toBeLessThanOrEqual(here.context.clock().getTime())
    await save(sam, survey, [named('After', { base_revision: stands.revision })])
    await save(sam, survey, [ahead])
    expect((await nameIn(survey)).field_value).toBe('After')
  })

  test('times before 1970 count as 1970', async () => {
    const survey = await surveyNamed('Start')
    const old = await save(sam, survey, [named('Ancient', { edited_at: '0000-01-01T00:00:00Z' })])
    expect([old.status, (await nameIn(survey)).field_value]).toEqual([200, 'Start'])
  })

  test('a time past the last one that can be stored counts as now', async () => {
    const survey = await surveyNamed('Start')
    const far = await save(sam, survey, [named('Far', { edited_at: '9999-12-31T23:59:59-12:00' })])
    expect([far.status, (await nameIn(survey)).field_value]).toEqual([200, 'Far'])
  })
})

/** Values differ from the one both devices saw, or they would be no change. */
const editOf = fc.record({
  field: fc.constantFrom('Building name', 'Notes', 'Units'),
  value: fc.integer({ min: 1, max: 4 }).map(String),
  second: fc.integer({ min: 1, max: 6 }),
})

test('saves of two devices converge in any order, however often they are sent', async () => {
  const edits = fc.array(editOf, { minLength: 1, maxLength: 7 })
  const play = async (changes: readonly Change[]) => {
    const survey = await startSurvey(sam)
    const first = ['Building name', 'Notes', 'Units'].map((field) => ({
      ...named('0', { edited_at: at(0), base_revision: 0 }),
      field,
    }))
    await save(sam, survey, first)
    for (const change of changes) expect((await save(sam, survey, [change])).status).toBe(200)
    const after = await readSurvey(sam, survey.id)
    return first.map(({ field }) => {
      const { field_value, edited_at } = detailOf(after, 'Building', field)
      return { field_value, edited_at }
    })
  }
  await fc.assert(
    fc.asyncProperty(edits, fc.infiniteStream(fc.nat()), async (made, chance) => {
      const changes = made.map(({ field, value, second }) => ({
        ...named(value, { edited_at: at(second), base_revision: 1 }),
        field,
      }))
      const doubled = [...changes, ...changes].map((change) => ({ change, rank: chance.next().value ?? 0 }))
      const shuffled = doubled.sort((a, b) => a.rank - b.rank).map(({ change }) => change)
      expect(await play(shuffled)).toEqual(await play(changes))
    }),
    // Many more run without a server (survey/merge.test.ts).
    { numRuns: 6 },
  )
}, 60_000)

describe('history', () => {
  test('is only for the owner, and only for answers of the named survey', async () => {
    const survey = await surveyNamed('Start')
    const other = await startSurvey(sam)
    const query = { detail_id: (await nameIn(survey)).id }
    const params = { id: survey.id }
    const restricted = await here.make.account({ passwordIsOwn: false })
    const asked = [
      await here.api.call(answerHistory, { params, query }),
      await restricted.api.call(answerHistory, { params, query }),
      await eve.api.call(answerHistory, { params, query }),
      await sam.api.call(answerHistory, { params: { id: newId() }, query }),
      await sam.api.call(answerHistory, { params: { id: other.id }, query }),
    ]
    expect(asked.map(({ status }) => status)).toEqual([401, 403, 404, 404, 404])
    expect(asked[2]?.errors).toEqual(asked[3]?.errors)
  })

  test('has editor, time and previous value, newest first', async () => {
    const survey = await surveyNamed('One')
    await save(sam, survey, [named('Two', { edited_at: at(2), base_revision: 1 })])
    await save(sam, survey, [named('Three', { edited_at: at(3), base_revision: 2 })])
    expect(await historyOf(survey)).toMatchObject([
      { field_value: 'Two', revision: 2, edited_at: at(2), edited_by: 'Sam Rivera', outcome: 'replaced' },
      { field_value: 'One', revision: 1, edited_at: at(0), edited_by: 'Sam Rivera', outcome: 'replaced' },
    ])
  })
})
