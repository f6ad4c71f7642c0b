import { Readable } from 'node:stream'
import pg from 'pg'
import { v7 as newId, v4 as newKey } from 'uuid'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { uploadMedia } from '#contract/media/media.ts'
import { tidy } from '#server/housekeeping.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { phonePhoto, photoPart } from '#server/testing/media.ts'
import { addSampleTemplate, detailOf, readSurvey, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const day = 24 * 3_600_000

let here: TestApp
let owner: MadeAccount
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  owner = await here.make.account()
})
afterAll(() => here.close())

/** Makes the next commit fail with a lost connection, after or before PostgreSQL commits. */
function loseNextCommit(done: boolean): void {
  const real = pg.Client.prototype.query
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  spy.mockImplementation(async function (this: pg.Client, ...given: unknown[]) {
    const isCommit = given[0] === 'commit'
    if (!isCommit || done) {
      const result = await Reflect.apply(real, this, given)
      if (!isCommit) return result
    } else await Reflect.apply(real, this, ['rollback'])
    spy.mockRestore()
    throw new Error('Connection terminated unexpectedly')
  } as never)
}

async function uploadTwice(done: boolean) {
  const survey = await startSurvey(owner)
  const fields: [string, string][] = [
    ['user_survey_media[id]', newId()],
    ['user_survey_media[user_survey_sub_section_detail_id]', detailOf(survey, 'Building', 'Notes').id],
  ]
  const files = [photoPart(await phonePhoto())]
  const key = newKey()
  loseNextCommit(done)
  const first = await owner.api.upload(uploadMedia, fields, files, { key })
  const again = await owner.api.upload(uploadMedia, fields, files, { key })
  return { survey, first, again }
}

test.each([true, false])(
  'a retried upload is complete after its commit was lost (committed: %s)',
  async (done) => {
    const { survey, first, again } = await uploadTwice(done)
    expect([first.status, again.status]).toEqual([503, 201])
    const { photos } = detailOf(await readSurvey(owner, survey.id), 'Building', 'Notes')
    expect(photos).toHaveLength(1)
    for (const address of [photos[0]?.original_url, photos[0]?.thumbnail_url])
      expect((await here.api.open(address ?? '')).statusCode).toBe(200)
  },
)

test('orphaned files of a lost commit are removed within days, and files with rows stay', async () => {
  await uploadTwice(false)
  const keysOf = () => Readable.from(here.context.files.keptBefore(new Date(Date.now() + day))).toArray()
  const rows = await here.context.db.selectFrom('rendition').select('store_key').execute()
  expect((await keysOf()).length).toBeGreaterThan(rows.length)
  here.passTime(day + 60_000)
  await tidy(here.context)
  here.passTime(-day - 60_000)
  expect((await keysOf()).sort()).toEqual(rows.map((row) => row.store_key).sort())
})
