import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { changeSettings } from '#contract/accounts/settings.ts'
import { seriousOn } from '../axe.ts'
import { test } from '../fixtures.ts'
import { tabTo, tookFocus } from '../keyboard.ts'
import { openAs } from '../open-as.ts'
import { formAddress, startSurvey } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'
import { entry, logIn } from '../screens/entry.ts'
import { sideways } from '../sideways.ts'

test('login, history and form in Spanish for who reads Spanish', async ({ visit, surveyor }) => {
  const survey = await startSurvey(surveyor)
  const page = await visit('phone', { bypassCSP: true, locale: 'es-MX' })
  await page.goto('/')
  await page.getByRole('heading', { name: 'Iniciar sesión' }).waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('es')
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('heading', { name: 'Log in' }).waitFor()
  await page.getByRole('button', { name: 'Español' }).click()
  await page.getByRole('heading', { name: 'Iniciar sesión' }).waitFor()
  expect(await seriousOn(page)).toEqual([])
  const password = page.getByLabel('Contraseña', { exact: true })
  await page.getByLabel('Correo electrónico').fill(surveyor.email)
  await password.fill('Wrong1horse')
  await password.press('Enter')
  await page.getByText('Sus datos de acceso no son correctos').waitFor()
  await password.fill(surveyor.password)
  await password.press('Enter')
  await page.getByRole('heading', { name: 'Panel' }).waitFor()
  await page.getByText('0% completado').first().waitFor()

  await page.goto(formAddress(survey))
  await page.getByText('Inspección: Hill House').waitFor()
  await page.getByRole('button', { name: 'Seguir' }).waitFor()
  await page
    .getByText(/Faltan \d+ campos obligatorios/)
    .first()
    .waitFor()
  expect(await seriousOn(page)).toEqual([])
})

test('settings apply at once, also offline, and on other devices', async ({ visit, surveyor }) => {
  const page = await visit('desktop', { bypassCSP: true })
  await openAs(page, surveyor, '/Settings2')
  await page.getByRole('radio', { name: '150%' }).check()
  await expect.poll(() => textSize(page)).toBe('24px')
  expect(await sideways(page)).toBe(0)
  expect(await seriousOn(page)).toEqual([])
  await page.getByRole('radio', { name: 'Metric' }).check()
  await page.getByRole('radio', { name: 'Español' }).check()
  await page.getByRole('heading', { name: 'Ajustes', level: 1 }).waitFor()
  expect(await textSize(page)).toBe('24px')

  await page.context().setOffline(true)
  await page.getByRole('radio', { name: 'Oscuro' }).check()
  await expect.poll(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
  await page.getByText('Guardado en este dispositivo.').waitFor()
  await page.context().setOffline(false)
  await page.getByText('Los cambios se aplican de inmediato').waitFor()

  const other = await visit('phone')
  await entry(other).open()
  await entry(other).give(surveyor)
  await other.getByRole('heading', { name: 'Panel' }).waitFor()
  await expect.poll(() => textSize(other)).toBe('24px')
  await expect.poll(() => other.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
  await other.goto('/Settings2')
  expect(await other.getByRole('radio', { name: 'Métricas' }).isChecked()).toBe(true)
  await other.getByRole('radio', { name: 'English' }).check()
  await other.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
})

test('large text on the smallest screen: nothing runs out of it', async ({ visit, surveyor }) => {
  const survey = await startSurvey(surveyor)
  await surveyor.api.call(changeSettings, {
    body: { data: { attributes: { text_size: 150, language: 'es' } } },
  })
  const page = await visit('phone', { viewport: { width: 320, height: 640 }, locale: 'es' })
  await page.goto('/')
  await page.getByLabel('Correo electrónico').fill(surveyor.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(surveyor.password)
  await page.keyboard.press('Enter')
  await expect.poll(() => textSize(page)).toBe('24px')
  const screens = [
    ...['/dashboard', '/Home', '/Settings2', formAddress(survey), '/Datastorage2', '/InfoPage'],
    ...['/dashboard/deleted', '/ContactList', '/CameraAccess', '/BulkUploading', '/GuestLogin'],
  ]
  for (const path of screens) {
    await page.goto(path)
    await page.getByRole('heading').first().waitFor()
    expect(await page.evaluate(() => document.documentElement.lang), path).toBe('es')
    expect(await sideways(page), path).toBe(0)
  }
})

test('the menu by keyboard: beside the screen or over it, and as a screen', async ({ visit, surveyor }) => {
  const phone = await visit('phone', { bypassCSP: true })
  await logIn(phone, surveyor)
  await tabTo(phone, 'Open menu')
  await phone.keyboard.press('Enter')
  const drawer = phone.getByRole('dialog')
  await drawer.getByRole('link', { name: 'Dashboard' }).waitFor()
  expect(await seriousOn(phone)).toEqual([])
  await phone.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  expect(await phone.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Open menu')
  await phone.keyboard.press('Enter')
  await tookFocus(drawer)
  await drawer.getByRole('link', { name: 'Profile settings' }).press('Enter')
  await phone.waitForURL('**/profile')

  const desktop = await visit('desktop', { bypassCSP: true })
  await logIn(desktop, surveyor)
  const menu = desktop.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('link', { name: 'Dashboard' }).waitFor()
  await desktop.getByRole('button', { name: 'Close menu' }).press('Enter')
  await menu.waitFor({ state: 'detached' })
  await desktop.goto('/Home')
  await desktop.getByRole('link', { name: /^Survey history/ }).waitFor()
  expect(await seriousOn(desktop)).toEqual([])
  await desktop.goto('/NavigationMenu')
  const menuScreen = desktop.getByRole('dialog')
  await tookFocus(menuScreen)
  await menuScreen.getByRole('link', { name: 'Profile settings' }).press('Enter')
  await desktop.waitForURL('**/profile')
})

test('alerts and info pages say what a screen gave them, and nothing that an address says', async ({
  visit,
  surveyor,
}) => {
  const page = await visit('phone', { bypassCSP: true })
  await logIn(page, surveyor)
  const words = { title: 'Close the lid?', body: 'It looks like rain.' }
  const [yes, no, later] = [{ text: 'Yes', to: '/Home' }, { text: 'No' }, { text: 'Later' }]
  await arrive(page, '/dashboard/AlertWeb', {
    alert: { ...words, positive: yes, negative: no, neutral: later },
  })
  const alert = page.getByRole('dialog', { name: words.title })
  await alert.getByText(words.body).waitFor()
  await dashboard(page).heading.waitFor()
  expect(await seriousOn(page)).toEqual([])
  await tookFocus(alert)
  await alert.getByRole('button', { name: 'No' }).press('Enter')
  await alert.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/dashboard')
  await arrive(page, '/dashboard/AlertWeb', { alert: { ...words, positive: yes } })
  await alert.getByRole('button', { name: 'Yes' }).click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()

  await page.goto('/dashboard/AlertWeb?title=Pay&body=Pay%20here')
  await page.getByRole('dialog', { name: 'ERROR' }).getByText('An error has occured.').waitFor()
  expect(await page.getByText('Pay').count()).toBe(0)
  await page.getByRole('button', { name: 'Ok' }).click()
  await page.waitForURL((url) => url.pathname === '/dashboard')

  await arrive(page, '/InfoPage', {
    info: { title: 'Well done', body: 'All is sent.', button: 'On', to: '/Home' },
  })
  await page.getByRole('heading', { name: 'Well done' }).waitFor()
  expect(await seriousOn(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Home' }).waitFor()
})

/** As a screen of the app navigates: words in the history's state. */
async function arrive(page: Page, path: string, state: object): Promise<void> {
  await page.evaluate(
    ([address, usr]) => {
      history.pushState({ usr, key: 'told', idx: (history.state?.idx ?? 0) + 1 }, '', address)
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
    },
    [path, state] as const,
  )
}

function textSize(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
}
