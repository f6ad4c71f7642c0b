import { expect } from 'vitest'
import { openAs } from '../open-as.ts'
import { formAddress, startSurvey } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'
import { form } from '../screens/form.ts'
import { test } from './fixtures.ts'

test('an injected string cannot run code, and the app itself violates no policy', async ({
  visit,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor)
  const { page } = await visit('phone')
  await openAs(page, surveyor, '/dashboard')
  await dashboard(page).surveys.getByText('1 survey').waitFor()
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(globalThis, { broken: seen })
    document.addEventListener('securitypolicyviolation', (event) => seen.push(event.effectiveDirective))
  })
  const broken = () => page.evaluate(() => (globalThis as unknown as { broken: string[] }).broken)
  // A dialog locks the page's scroll with a style sheet.
  await page.getByRole('button', { name: 'Create survey' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).overflowY)).toBe('hidden')
  await dashboard(page).closeDialog()
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).overflowY)).not.toBe('hidden')
  expect(await broken()).toEqual([])

  const ran = await page.evaluate(async () => {
    const box = document.createElement('div')
    let refused = false
    try {
      box.innerHTML = '<img src="/none" onerror="globalThis.injected = 1">'
    } catch {
      refused = true
    }
    document.body.append(box)
    const image = box.querySelector('img')
    // Without Trusted Types the element exists, but the policy blocks its handler. A listener runs after it.
    if (image) await new Promise((go) => image.addEventListener('error', go))
    const style = document.createElement('style')
    style.textContent = '#root { outline: 7px solid red }'
    const script = document.createElement('script')
    try {
      script.text = 'globalThis.injected = 2'
      document.head.append(script)
    } catch {
      // Trusted Types reject the text, and the policy rejects the element.
    }
    document.head.append(style)
    const { outlineWidth } = getComputedStyle(document.getElementById('root') ?? box)
    const hasTrustedTypes = 'trustedTypes' in globalThis
    return { refused: refused || !hasTrustedTypes, outlineWidth, injected: 'injected' in globalThis }
  })
  expect(ran).toMatchObject({ refused: true, injected: false })
  expect(ran.outlineWidth).not.toBe('7px')
  await expect.poll(async () => (await broken()).includes('style-src-elem')).toBe(true)

  await page.goto(formAddress(survey))
  await form(page).heading('Property and visit').waitFor()
})
