import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { hostileMarkup } from '#server/testing/hostile-markup.ts'
import { seriousOn } from '../axe.ts'
import type { Size } from '../chromium.ts'
import { onOwnSite } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { logIn } from '../screens/entry.ts'
import { admin } from '../site.ts'
import { usually } from '../sizes.ts'

/** Changes the site's terms for everybody. */
const test = onOwnSite()

/** Separates the examples in the markup. */
const ends = 'xmp style script textarea noscript template iframe select table math svg video'
  .split(' ')
  .map((tag) => `</${tag}>`)
  .join('')
  .concat('-->]]>')

/** Only on the narrow layout, which has the same elements. */
async function expectNothingSerious(page: Page, sight: string): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) > 900) return
  expect.soft(await seriousOn(page), sight).toEqual([])
}

describe.each<Size>(usually('desktop'))('on a %s', (size) => {
  test('the texts are readable before the login, and Close returns to it', async ({ visit }) => {
    const page = await visit(size, { bypassCSP: true })
    await page.goto('/')
    await page.getByRole('link', { name: 'Privacy Policy' }).click()
    const box = page.getByRole('region', { name: 'Text of Privacy Policy' })
    await box.getByRole('heading', { name: 'How long' }).waitFor()
    expect((await box.boundingBox())?.height).toBe(380)
    await box.focus()
    await page.keyboard.press('End')
    await expect.poll(() => box.evaluate((element) => element.scrollTop)).toBeGreaterThan(100)
    await expectNothingSerious(page, 'privacy policy')
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Log In', exact: true }).waitFor()
  })

  test('without a text the page says so, with a link onward', async ({ visit }) => {
    const page = await visit(size)
    const attributes = { description: '', markdown: '', version: 0, created_at: '' }
    const reply = { privacy_policy: { data: { id: '', type: 'privacy_policy', attributes } } }
    await page.route('**/api/bx_block_privacy_policy/**', (route) => route.fulfill({ json: reply }))
    await page.goto('/PrivacyPolicy')
    await page.getByText('Feature Comming Soon..').waitFor()
    await page.getByRole('link', { name: 'Home' }).click()
    await page.getByRole('button', { name: 'Log In', exact: true }).waitFor()
  })

  test('an admin changes the terms, everybody must accept again, and the admin sees who accepted', async ({
    visit,
    surveyor,
  }) => {
    const words = `Be kind, version for a ${size}`
    const desk = await visit(size, { bypassCSP: true })
    await logIn(desk, admin)
    await desk.goto('/TermsConditionsDetail')
    await desk.getByText(/^Created on \d\d-\d\d-\d{4}$/).waitFor()
    await expectNothingSerious(desk, 'detail')
    await desk.getByRole('link', { name: 'update terms', exact: true }).click()
    const text = desk.getByLabel('Text', { exact: true })
    await text.fill(`# House rules\n\n- **${words}**\n- [good](https://example.com)`)
    await desk.reload()
    expect(await text.inputValue()).toContain(words)
    if (size === 'phone') await desk.getByText('Preview', { exact: true }).click()
    await desk.getByRole('region', { name: 'Preview' }).getByRole('link', { name: 'good' }).waitFor()
    await expectNothingSerious(desk, 'editor')
    await desk.getByRole('button', { name: 'Save' }).click()
    await desk.getByText('Terms and Conditions Updated Successfully').waitFor()

    const page = await visit(size, { bypassCSP: true })
    await logIn(page, surveyor)
    const ask = page.getByRole('dialog', { name: 'The terms have changed' })
    await ask.getByText(words).waitFor()
    await expectNothingSerious(page, 'question')
    if (size === 'desktop') {
      await ask.getByRole('button', { name: 'Later' }).click()
      await ask.waitFor({ state: 'hidden' })
      await page.reload()
      await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
      await page.goto('/TermsConditions')
      await page.getByText('You have not accepted these terms.').waitFor()
      await page.evaluate(() => localStorage.clear())
      await logIn(page, surveyor)
    }
    await ask.getByRole('button', { name: 'Accept' }).click()
    await ask.waitFor({ state: 'hidden' })
    await page.goto('/TermsConditions')
    await page.getByRole('region', { name: 'Text of Terms of Use' }).getByText(words).waitFor()
    await page.getByRole('checkbox', { name: 'I accept these terms', checked: true }).waitFor()
    await expectNothingSerious(page, 'terms')

    await desk.goto('/TermsConditionsUsers')
    await desk.getByRole('cell', { name: surveyor.email }).waitFor()
    await desk.getByLabel('Search by name or email').fill('nobody at all')
    await desk.getByText('Nothing Found, please try other search criteria').waitFor()
    await expectNothingSerious(desk, 'accepted users')
  })
})

test('an attacker’s markup that bypassed the server is harmless in the browser, as HTML and as Markdown', async ({
  visit,
  surveyor,
}) => {
  const page = await visit('desktop')
  const hits: string[] = []
  await page.exposeFunction('hit', () => hits.push('hit'))
  page.on('dialog', () => hits.push('dialog'))
  const theEnd = page.locator('main').getByRole('article').filter({ hasText: 'The end' })
  const attributes = { markdown: '', version: 1, created_at: '2026-01-02T03:04:05Z' }
  const id = '019b0000-0000-7000-8000-000000000000'
  const description = `${hostileMarkup.map((one) => one + ends).join('\n\n')}\n\n<p>The end</p>`
  await page.route('**/api/terms_and_conditions/latest_record', (route) =>
    route.fulfill({
      json: { terms_and_condition: { data: { id, type: 'x', attributes: { ...attributes, description } } } },
    }),
  )
  await page.route('**/api/bx_block_terms_and_conditions/**', (route) =>
    route.fulfill({
      json: {
        data: { id, type: 'x', attributes: { ...attributes, is_accepted: true, description } },
        meta: { total_pages: 0, total_count: 0, current_page: 1, isAdminUser: false },
      },
    }),
  )
  await page.goto('/TermsAndConditions')
  await theEnd.waitFor()
  expect(await partsOf(page)).toEqual([])
  await openAs(page, surveyor, '/TermsConditionsDetail')
  await theEnd.waitFor()
  expect(await partsOf(page)).toEqual([])
  expect(hits).toEqual([])
})

/** Returns every element and attribute of the shown text that is not allowed. */
function partsOf(page: Page): Promise<string[]> {
  return page
    .locator('main')
    .getByRole('article')
    .evaluate((shown) =>
      [...shown.querySelectorAll('*')].flatMap((element) => {
        const tag = element.tagName.toLowerCase()
        const good = ['h1', 'h2', 'h3', 'h4', 'p', 'ul', 'ol', 'li', 'b', 'strong', 'i', 'em', 'a', 'br']
        const odd = good.includes(tag) ? [] : [tag]
        for (const { name, value } of element.attributes) {
          const fine =
            tag === 'a' &&
            (['target', 'rel'].includes(name) || (name === 'href' && /^(https:\/\/|mailto:)/.test(value)))
          if (!fine) odd.push(`${tag} ${name}=${value}`)
        }
        return odd
      }),
    )
}
