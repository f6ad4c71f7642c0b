import { expect } from 'vitest'
import { seriousOn } from '../axe.ts'
import { test } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { patience } from '../patience.ts'
import { photo } from '../pictures.ts'
import { answerOf, attachPhoto, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'
import { entry, logIn } from '../screens/entry.ts'
import { form } from '../screens/form.ts'
import { media } from '../screens/media.ts'

test('a part that fails to load breaks no screen, and hanging calls block nothing', async ({
  visit,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor)
  await attachPhoto(surveyor, survey, await photo('gate.jpg', 1))
  const page = await visit('phone')
  const drawer = /menu-drawer/
  await page.route(drawer, (route) => route.abort())
  await page.route(/email-banner|terms-prompt|drawing-editor/, (route) => route.abort())
  await page.route(/navigation_menu|profile\/settings|profile\/photo/, () => {})
  await logIn(page, surveyor)
  await dashboard(page).heading.waitFor()
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('link', { name: 'Profile settings' }).waitFor()
  await expect.poll(() => dashboard(page).heading.isVisible()).toBe(true)
  // The failed part loads once available, without a page reload.
  await page.unroute(drawer)
  await page.getByRole('dialog').getByRole('link', { name: 'Profile settings' }).waitFor()
  await page.goto(formAddress(survey))
  await page
    .getByText(/: Hill House/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Next' }).waitFor()

  await media(page, 'Overview').edit.first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Draw' }).click()
  await dialog.getByText('The server cannot be reached. This needs a connection.').waitFor()
  await dialog.getByRole('button', { name: 'Ok' }).click()
  expect(await page.getByText('could not keep').count()).toBe(0)
})

test('if the network fails before the sending code has loaded, typed text is sent once it is back', async ({
  visit,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor)
  const page = await visit('phone')
  let missed = 0
  await page.route(/\/assets\/(sync|follow|keep-offline|new-version)-/, (route) => {
    missed += 1
    return route.abort()
  })
  await logIn(page, surveyor)
  await dashboard(page).heading.waitFor()
  missed = 0
  await page.goto(formAddress(survey))
  await form(page).heading('Property and visit').waitFor()
  await expect.poll(() => missed).toBeGreaterThan(1)
  await page.context().setOffline(true)
  await form(page).input('Property name').fill('Hill House')
  await form(page)
    .syncLine.getByText(/on this device/)
    .waitFor()
  await page.unroute(/\/assets\/(sync|follow|keep-offline|new-version)-/)
  await page.context().setOffline(false)
  await form(page)
    .syncLine.getByText(/On the server/)
    .waitFor()
  const arrived = await readSurvey(surveyor, survey.id)
  expect(answerOf(arrived, 'Property and visit', 'Property name').field_value).toBe('Hill House')
})

test('a screen whose files fail to load says so, allows going back, and loads by itself with its styles', async ({
  visit,
  surveyor,
}) => {
  const page = await visit('phone', { bypassCSP: true, serviceWorkers: 'block' })
  const styles = /\/assets\/contacts-screen-[^/]*\.css$/
  await page.route(styles, (route) => route.abort())
  await openAs(page, surveyor, '/Home')
  const contacts = page.getByRole('link', { name: 'vCard generator' })
  await contacts.tap()
  const unreached = page.getByRole('alert').getByText('The server cannot be reached.')
  await unreached.waitFor()
  expect(await seriousOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Open menu' }).waitFor()
  await page.goBack()
  await contacts.waitFor()
  expect(await unreached.count()).toBe(0)

  await contacts.tap()
  await page.getByRole('link', { name: 'Go to dashboard' }).tap()
  await dashboard(page).heading.waitFor()
  await page.goBack()
  await unreached.waitFor()
  await page.unroute(styles)
  await page.getByRole('heading', { name: 'vCard generator', level: 1 }).waitFor()
  // Failed attempts leave no style sheets behind.
  const sheets = page.locator('link[rel=stylesheet][href*="/assets/contacts-screen-"]')
  const rules = await sheets.evaluateAll((links) =>
    links.map((link) => (link as HTMLLinkElement).sheet?.cssRules.length),
  )
  expect(rules).toEqual([expect.any(Number)])
})

test('a broken screen keeps the menu and a link, and the journal records the error without typed text', async ({
  visit,
  surveyor,
}) => {
  const page = await visit('phone', { bypassCSP: true, serviceWorkers: 'block' })
  const broken = `export function ContactsScreen() { throw new RangeError('12 Ridge Road') }`
  await page.route(/\/assets\/contacts-screen-[^/]*\.js$/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: broken }),
  )
  await openAs(page, surveyor, '/ContactList')
  await page.getByRole('alert').getByText('Something went wrong!').waitFor()
  expect(await seriousOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Open menu' }).waitFor()
  await page.getByRole('link', { name: 'Go to dashboard' }).tap()
  await dashboard(page).heading.waitFor()
  await page.goto('/Datastorage2')
  const line = page.getByRole('row').filter({ hasText: 'Unexpected error in the app' }).first()
  await line.getByText(/RangeError contacts-screen-[^ ]+\.js:1:\d+/).waitFor()
  expect(await page.getByText('Ridge Road').count()).toBe(0)
})

test('a failed style sheet blocks no screen that has loaded', async ({ visit, surveyor }) => {
  const survey = await startSurvey(surveyor)
  const page = await visit('phone', { serviceWorkers: 'block' })
  // A form preloads the screen of its floor plans.
  const asked = page.waitForRequest((request) => /\/assets\/plans-screen-[^/]*\.js$/.test(request.url()))
  await openAs(page, surveyor, formAddress(survey))
  await form(page).heading('Property and visit').waitFor()
  // As text, so that the page imports it and not the runner, with all its dependencies.
  await page.evaluate(`import(${JSON.stringify((await asked).url())}).then(() => undefined)`)
  await page.context().setOffline(true)
  await page.evaluate(async () => {
    const link = Object.assign(document.createElement('link'), {
      rel: 'stylesheet',
      href: '/assets/none.css',
    })
    const failed = new Promise((resolve) => link.addEventListener('error', resolve))
    document.head.append(link)
    await failed
  })
  await page.evaluate((address) => {
    history.pushState({ idx: 9 }, '', address)
    window.dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, `/survey-plans/${survey.id}`)
  await page.getByRole('heading', { name: 'Floor plans' }).waitFor()
})

test('if the Spanish messages fail to load, the page is in English', async ({ visit, surveyor }) => {
  const page = await visit('desktop', { locale: 'es-MX' })
  await page.route(/\/catalogue-.*\.js/, async (route) => {
    const response = await route.fetch()
    return (await response.text()).includes('Iniciar sesi') ? route.abort() : route.fulfill({ response })
  })
  await page.goto('/')
  await entry(page).logInButton.waitFor()
  await logIn(page, surveyor)
  await dashboard(page).heading.waitFor()
})

test('if the sending code fails to load, a line explains it and nothing is lost', async ({
  visit,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor)
  const page = await visit('phone', { bypassCSP: true, serviceWorkers: 'block' })
  const sender = /\/assets\/sync-[^/]+\.js$/
  let refused = 0
  let isReloaded = false
  await page.route(sender, (route) => {
    // Simulates WebKit after a network failure: the file can be fetched, but its import fails for the
    // lifetime of the page.
    if (isReloaded || route.request().resourceType() !== 'script') return route.continue()
    refused += 1
    return route.abort()
  })
  await openAs(page, surveyor, formAddress(survey))
  await form(page).input('Property name').fill('Hill House')
  const line = page.getByRole('alert').filter({ hasText: 'so this page cannot send' })
  // Two checks, fifteen seconds apart, take as long as a journey's usual wait.
  await line.waitFor({ timeout: 2 * patience })
  expect(refused).toBeGreaterThan(0)
  expect(await seriousOn(page)).toEqual([])
  // Chromium retries the file by itself: allowing it any sooner would remove the line before the tap.
  page.once('framenavigated', () => {
    isReloaded = true
  })
  await line.getByRole('button', { name: 'Reload' }).tap()
  await form(page)
    .syncLine.getByText(/On the server/)
    .waitFor()
  expect(await line.count()).toBe(0)
  const arrived = await readSurvey(surveyor, survey.id)
  expect(answerOf(arrived, 'Property and visit', 'Property name').field_value).toBe('Hill House')
})
