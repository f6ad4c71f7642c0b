import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeAccount } from '#server/testing/make.ts'
import { addSampleTemplate, save, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { WriteConcurrency } from './execute-call.ts'
import { Refused } from './failure.ts'

const notes = [{ in: 'Building', field: 'Notes', field_value: 'As seen' }]

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

test('saves that wait for a survey’s lock leave connections to other accounts', async () => {
  const [held, free] = [await startSurvey(eve), await startSurvey(sam)]
  const { db, config } = here.context
  const letGo = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const lock = db.transaction().execute(async (tx) => {
    await tx.selectFrom('survey').select('id').where('id', '=', held.id).forUpdate().execute()
    locked.resolve()
    await letGo.promise
  })
  await locked.promise
  const waiting = Array.from({ length: 3 * config.databasePool }, () => save(eve, held, notes))
  expect((await save(sam, free, notes)).status).toBe(200)
  letGo.resolve()
  await lock
  for (const saved of await Promise.all(waiting)) expect(saved.status).toBe(200)
})

test('an account over its limit must retry, others need not, and it recovers afterwards', async () => {
  const turns = new WriteConcurrency(4)
  const letGo = Promise.withResolvers<void>()
  let [running, most] = [0, 0]
  const work = async () => {
    most = Math.max(most, ++running)
    await letGo.promise
    running -= 1
  }
  const calls = Array.from({ length: 200 }, () => turns.run('eve', work))
  const ended = Promise.allSettled(calls)
  await turns.run('sam', async () => undefined)
  await turns.run(null, async () => undefined)
  letGo.resolve()
  const refused = (await ended).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refused).toHaveLength(200 - 102)
  expect(refused[0]).toBeInstanceOf(Refused)
  expect(refused[0]).toMatchObject({ failure: { status: 503, retryAfter: 5 } })
  expect(most).toBe(2)
  await turns.run('eve', async () => undefined)
})

test('a write that fails releases its turn', async () => {
  const turns = new WriteConcurrency(2)
  const fails = () => turns.run('eve', () => Promise.reject(new Error('broken')))
  for (let count = 0; count < 300; count++) await expect(fails()).rejects.toThrow('broken')
  expect(await turns.run('eve', async () => 'done')).toBe('done')
})
