import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { seriousOn } from '../axe.ts'
import type { Size } from '../chromium.ts'
import { test } from '../fixtures.ts'
import { logIn } from '../screens/entry.ts'
import { isSoak } from '../sizes.ts'
import { type Look, prepareSights, seeDashboard, seeEntry, seeForm, seeReports } from '../tour.ts'

/** Light and dark are the same page in other colours: each size in one of them, and in both with `npm run soak`. */
function axeFor(page: Page, size: Size): Look {
  const usual = size === 'phone' ? 'light' : 'dark'
  return async (sight) => {
    for (const colorScheme of isSoak ? (['light', 'dark'] as const) : ([usual] as const)) {
      await page.emulateMedia({ colorScheme })
      expect.soft(await seriousOn(page), `${sight}, ${colorScheme}`).toEqual([])
    }
  }
}

describe.each<Size>(['phone', 'desktop'])('axe finds nothing serious on a %s', (size) => {
  test('before the login', async ({ visit }) => {
    const page = await visit(size, { bypassCSP: true })
    await seeEntry(page, axeFor(page, size))
  })

  test('on the dashboard and its popups', async ({ visit, surveyor }) => {
    const page = await visit(size, { bypassCSP: true })
    await seeDashboard(page, await prepareSights(surveyor), axeFor(page, size))
  })

  test('in the survey form and the reports', async ({ visit, surveyor }) => {
    const page = await visit(size, { bypassCSP: true })
    const sights = await prepareSights(surveyor)
    await logIn(page, surveyor)
    await seeForm(page, sights, axeFor(page, size))
    await seeReports(page, sights, axeFor(page, size))
  })
})
