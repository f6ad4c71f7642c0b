import { afterAll, beforeAll, expect, test } from 'vitest'
import { storageUse } from '#contract/admin/admin.ts'
import { makePlan } from '#server/testing/plans.ts'
import { picturedSurvey } from '#server/testing/shared-survey.ts'
import { addSampleTemplate } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let here: TestApp
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
})
afterAll(() => here.close())

test('shows only administrators the storage by kind and account, without survey names', async () => {
  const ada = await here.make.account({ role: 'admin' })
  const sam = await here.make.account()
  const restricted = await here.make.account({ role: 'admin', passwordIsOwn: false })
  const statuses = []
  for (const { api } of [{ api: here.api }, sam, restricted])
    statuses.push((await api.call(storageUse, {})).status)
  expect(statuses).toEqual([401, 403, 403])

  const empty = (await ada.api.call(storageUse, {})).body.data
  expect([empty.photos, empty.accounts]).toEqual([{ count: 0, bytes: 0 }, []])

  const { owner, survey, originals } = await picturedSurvey(here, { name: 'Secret House' })
  await makePlan(owner, survey.id)
  const { body } = await ada.api.call(storageUse, {})
  const { photos, videos, plans, profile_photos, accounts, database_bytes } = body.data
  expect([photos.count, videos.count, plans.count, profile_photos.count]).toEqual([2, 1, 1, 0])
  const sizes = originals.map((one) => one.length)
  expect(photos.bytes).toBeGreaterThan((sizes[0] ?? 0) + (sizes[1] ?? 0))
  expect(videos.bytes).toBeGreaterThanOrEqual(sizes[2] ?? 0)
  const all = photos.bytes + videos.bytes + plans.bytes
  expect(accounts).toEqual([{ id: owner.id, name: 'Nell Rivera', count: 4, bytes: all }])
  expect(database_bytes).toBeGreaterThan(1_000_000)
  expect(JSON.stringify(body)).not.toMatch(/Secret House|Dudley/)
})
