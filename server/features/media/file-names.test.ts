import { afterAll, beforeAll, expect, test } from 'vitest'
import { dispositionOf } from '#server/http/bytes-reply.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { attach, photoPart } from '#server/testing/media.ts'
import { jpeg } from '#server/testing/pictures.ts'
import { addSampleTemplate, detailOf, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let here: TestApp
let owner: MadeAccount
let detail: string
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  owner = await here.make.account()
  detail = detailOf(await startSurvey(owner), 'Building', 'Notes').id
})
afterAll(() => here.close())

async function nameOf(filename: string): Promise<string | undefined> {
  const { photo_details } = await attach(owner, detail, [photoPart(await jpeg(), filename)])
  return photo_details.at(-1)?.filename
}

// The client encodes names like browsers do: a quote as %22, line breaks as %0D and %0A, and nothing else.
test.each([
  ['12" conduit.jpg', '12" conduit.jpg'],
  ['2" EMT "riser".jpg', '2" EMT "riser".jpg'],
  ['100% done.jpg', '100% done.jpg'],
  ['50%20 off %41.jpg', '50%20 off %41.jpg'],
  ['two\r\nlines.jpg', 'two lines.jpg'],
  ['Straße “A” 屋根.jpg', 'Straße “A” 屋根.jpg'],
  ['"; filename="x.exe.jpg', '"; filename="x.exe.jpg'],
])('%j is stored as %j', async (given, shown) => {
  expect(await nameOf(given)).toBe(shown)
})

test('a name never breaks a header, and a quote becomes an inch mark', () => {
  expect(dispositionOf('12" conduit.jpg')).toBe(
    `attachment; filename="12_ conduit.jpg"; filename*=UTF-8''12%E2%80%B3%20conduit.jpg`,
  )
  expect(dispositionOf('a"\r\nset-cookie: b=c.jpg')).not.toMatch(/[\r\n]/)
})
