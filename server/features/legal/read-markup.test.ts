import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeTerms, latestTerms } from '#contract/admin/legal.ts'
import { live } from '#contract/health.ts'
import { firstTexts } from '#contract/messages/legal-texts.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { renderLegal } from './markup.ts'
import { readMarkup } from './read-markup.ts'

let here: TestApp
beforeAll(async () => {
  here = await testApp()
})
afterAll(() => here.close())

/** It takes the Markdown parser half a minute. */
const endless = '_a_'.repeat(20_000)

test('ordinary texts are read as before', async () => {
  for (const text of [firstTexts.terms.en, '# One\n\n- **a** *b*']) {
    expect(await readMarkup(text)).toEqual({ html: renderLegal(text), badLink: null, isTooMuch: false })
  }
  expect((await readMarkup('[a](http://example.com)')).badLink).toBe('http://example.com')
})

test('markup that takes too long is rejected with a message, without delaying other calls', async () => {
  const admin = await here.make.account({ role: 'admin' })
  const before = (await here.api.call(latestTerms, {})).body
  const saving = admin.api.call(changeTerms, { body: { data: { attributes: { description: endless } } } })
  let answered = 0
  let saved = false
  const done = saving.then((reply) => {
    saved = true
    return reply
  })
  while (!saved) {
    await here.api.call(live, {})
    answered++
    await setImmediate()
  }
  const { status, errors } = await done
  // As many as there is time for: a blocked thread would answer one at most.
  expect(answered).toBeGreaterThan(5)
  expect([status, Object.keys(errors[0] ?? {})]).toEqual([422, ['description']])
  expect((await here.api.call(latestTerms, {})).body).toEqual(before)
})

test('one that an earlier version accepted is shown as typed', async () => {
  const read = await readMarkup(`<b>${endless}`)
  expect(read.isTooMuch).toBe(true)
  expect(read.html.startsWith('<p>&lt;b&gt;_a_')).toBe(true)
})
