import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from '../fixtures.ts'
import { type Look, prepareSights, seeDashboard, seeEntry, seeForm, seeReports } from '../tour.ts'

/** The smallest phone that people still carry. */
const smallest = { viewport: { width: 320, height: 640 } }

function sidewaysFor(page: Page): Look {
  return async (sight) => {
    const over = await page.evaluate(() => {
      const all = [document.documentElement, ...document.querySelectorAll('[role=dialog]')]
      return Math.max(...all.map((one) => one.scrollWidth - one.clientWidth))
    })
    expect.soft(over, `${sight} scrolls sideways by`).toBeLessThanOrEqual(0)
  }
}

test('nothing scrolls sideways on the smallest phone before the login', async ({ visit }) => {
  const page = await visit('phone', smallest)
  await seeEntry(page, sidewaysFor(page))
})

test('nothing scrolls sideways on the smallest phone on any other screen', async ({ visit, surveyor }) => {
  const page = await visit('phone', smallest)
  const sights = await prepareSights(surveyor)
  const look = sidewaysFor(page)
  await seeDashboard(page, sights, look)
  await page.goto('/')
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await seeForm(page, sights, look)
  await seeReports(page, sights, look)
})
