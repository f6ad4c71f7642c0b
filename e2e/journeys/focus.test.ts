import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Locator } from '../engines/page.ts'
import { test, type Visit } from '../fixtures.ts'
import { focused } from '../keyboard.ts'
import { openAs } from '../open-as.ts'
import { photo } from '../pictures.ts'
import { attachPhoto, formAddress, startSurvey } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'
import { logIn } from '../screens/entry.ts'
import { form } from '../screens/form.ts'
import { media } from '../screens/media.ts'
import type { Surveyor } from '../site.ts'
import { withMail } from '../with-mail.ts'

/** Simulates Safari: pressing an element does not focus it, and removes the focus elsewhere. */
function pressWithoutFocus(): void {
  document.addEventListener(
    'mousedown',
    (event) => {
      if (!(event.target instanceof Element) || !event.target.closest('button, a')) return
      event.preventDefault()
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    },
    true,
  )
}

type Press = (button: Locator) => Promise<void>

const browsers: readonly { readonly name: string; readonly prepare: (page: Page) => Promise<void> }[] = [
  { name: 'where a pressed button has the focus', prepare: async () => undefined },
  {
    name: 'where it has none, as in Safari',
    prepare: async (page) => void (await page.addInitScript(pressWithoutFocus)),
  },
]

describe.each(browsers)('$name', ({ prepare }) => {
  async function openForm(visit: Visit, surveyor: Surveyor, options: BrowserContextOptions = {}) {
    const survey = await startSurvey(surveyor)
    await attachPhoto(surveyor, survey, await photo('gate.jpg'))
    const page = await visit('phone', options)
    await prepare(page)
    await openAs(page, surveyor, formAddress(survey))
    await form(page).heading('Property and visit').waitFor()
    return page
  }

  test('after each dialog of the form the focus is restored', async ({ visit, surveyor }) => {
    const page = await openForm(visit, surveyor)
    const fields = form(page)
    const opened = async (by: Locator, press: Press = (button) => button.click()) => {
      await press(by)
      await fields.dialog.first().waitFor()
      // It takes the focus before it can be closed.
      await expect.poll(() => page.evaluate(hasFocusInDialog)).toBe(true)
      await page.keyboard.press('Escape')
      await fields.dialog.first().waitFor({ state: 'hidden' })
      await focused(by)
    }
    await opened(fields.save)
    await opened(fields.save, (button) => button.press('Enter'))
    await opened(page.getByRole('button', { name: 'All sections' }))
    await opened(page.getByRole('button', { name: /^People/ }))
    const photos = media(page, 'Overview')
    await opened(photos.add)
    await opened(photos.edit.first())
    await opened(photos.photos.first())
    for (const section of [
      'Building exterior',
      'Shared interior',
      'Unit inspection',
      'Systems and utilities',
    ])
      await fields.next(section)
    await fields.next('Safety and result')
    await opened(fields.submit)
  })

  test('after each dialog of the dashboard the focus is restored', async ({ visit, surveyor }) => {
    await startSurvey(surveyor)
    const page = await visit('phone')
    await prepare(page)
    await logIn(page, surveyor)
    const board = dashboard(page)
    for (const action of ['Share', 'Download', 'Delete'] as const) {
      await board.choose(action, 'Hill House')
      await board.dialog.waitFor()
      await expect.poll(() => page.evaluate(hasFocusInDialog)).toBe(true)
      await page.keyboard.press('Escape')
      await board.dialog.waitFor({ state: 'hidden' })
      await focused(board.surveys.getByRole('link', { name: 'Hill House' }))
    }
  })

  test('a dismissed line moves the focus to remaining content', async ({ visit, surveyor }) => {
    const page = await visit('phone')
    await prepare(page)
    await withMail(page)
    await logIn(page, surveyor)
    await page.getByRole('button', { name: 'Not now' }).click()
    await focused(page.getByRole('button', { name: 'Create survey' }).first())
  })
})

function hasFocusInDialog(): boolean {
  return document.activeElement?.closest('[role="dialog"], .yarl__portal') !== null
}
