import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { seriousOn } from '../axe.ts'
import { test } from '../fixtures.ts'

const words = (page: Page) => page.getByRole('alert')
const login = (page: Page) => page.getByRole('heading', { name: 'Log in' })
/** A file that the page requests, by its built name. */
const own = /\/assets\/start-[^/]*\.js$/

test('if a file of the app fails to load, the page says so and reloads it', async ({ visit }) => {
  const page = await visit('phone', { bypassCSP: true })
  await page.route(own, (route) => route.abort())
  await page.goto('/')
  await words(page).getByText('Fieldbook could not be loaded. Check your connection').waitFor()
  expect(await seriousOn(page)).toEqual([])
  await page.unroute(own)
  await page.getByRole('button', { name: 'Reload' }).tap()
  await login(page).waitFor()
  expect(await words(page).count()).toBe(0)
})

test('without its styles the app is not rendered, and the page says so', async ({ visit }) => {
  const page = await visit('phone')
  const styles = /\/assets\/start-[^/]*\.css$/
  await page.route(styles, (route) => route.abort())
  await page.goto('/')
  await words(page).getByText('Fieldbook could not be loaded. Check your connection').waitFor()
  expect(await login(page).count()).toBe(0)
  await page.unroute(styles)
  await page.getByRole('button', { name: 'Reload' }).tap()
  await login(page).waitFor()
})

test('a browser that is too old is named as the cause, in the reader’s language', async ({ visit }) => {
  const page = await visit('desktop', { locale: 'es-ES' })
  await page.route(own, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'class Later { static { ??= } }' }),
  )
  await page.goto('/dashboard')
  await words(page).getByText('Fieldbook no pudo iniciarse en este navegador.').waitFor()
  await page.getByRole('button', { name: 'Volver a cargar' }).waitFor()
})

test('a slow start shows a message, and the app still appears', async ({ visit }) => {
  const page = await visit('phone')
  // Time stands still except for the steps below, so that a slow machine does not matter.
  await page.clock.install({ time: new Date('2026-11-02T08:00:00Z') })
  await page.clock.pauseAt(new Date('2026-11-02T09:00:00Z'))
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  await page.route(own, async (route) => {
    asked.resolve()
    await answered.promise
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await asked.promise
  await page.clock.fastForward(14_000)
  expect(await words(page).count()).toBe(0)
  await page.clock.fastForward(2_000)
  await words(page).getByText('Fieldbook is still loading.').waitFor()
  answered.resolve()
  await page.clock.resume()
  await login(page).waitFor()
  expect(await words(page).count()).toBe(0)
})

test('before the app has loaded, the page has the system’s or the chosen colors, also in older engines', async ({
  visit,
}) => {
  const page = await visit('phone')
  await page.route(own, () => new Promise(() => {}))
  const colors = async () => {
    await page.goto('/', { waitUntil: 'commit' })
    await page.locator('#skeleton i').first().waitFor()
    return page.evaluate(() => {
      const styles = [...document.querySelectorAll('style')].map(({ textContent }) => textContent).join('\n')
      // Safari supports it since 17.5; older versions show no color.
      if (styles.includes('light-dark(')) throw new Error('An older engine draws no skeleton.')
      const places = ['body', '#skeleton', '#skeleton i'].map((one) => document.querySelector(one))
      return places.map((one) => one && getComputedStyle(one).backgroundColor)
    })
  }
  const light = ['rgb(246, 247, 248)', 'rgb(246, 247, 248)', 'rgb(222, 226, 230)']
  const dark = ['rgb(20, 23, 24)', 'rgb(20, 23, 24)', 'rgb(43, 50, 54)']
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await colors()).toEqual(light)
  await page.evaluate(() => localStorage.setItem('mantine-color-scheme-value', 'dark'))
  expect(await colors()).toEqual(dark)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.evaluate(() => localStorage.setItem('mantine-color-scheme-value', 'light'))
  expect(await colors()).toEqual(light)
  await page.evaluate(() => localStorage.removeItem('mantine-color-scheme-value'))
  expect(await colors()).toEqual(dark)
})
