import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from '../fixtures.ts'
import { pressOn, tabTo } from '../keyboard.ts'
import { inspection } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'
import { entry } from '../screens/entry.ts'
import { form } from '../screens/form.ts'

test('with the keyboard alone: log in, create, fill, submit', async ({ visit, surveyor }) => {
  const page = await visit('desktop')
  await entry(page).open()
  await tabTo(page, 'Email')
  await page.keyboard.type(surveyor.email)
  await tabTo(page, 'Password')
  await page.keyboard.type(surveyor.password)
  await page.keyboard.press('Enter')
  await dashboard(page).heading.waitFor()

  await pressOn(page, 'Create survey')
  await page.getByRole('button', { name: inspection }).waitFor()
  await pressOn(page, inspection)
  await page.getByLabel('Survey Name').waitFor()
  await tabTo(page, 'Survey Name')
  await page.keyboard.type('Hill House')
  await tabTo(page, 'Property Owner')
  await page.keyboard.type('Mrs Dudley')
  await page.keyboard.press('Enter')
  await form(page).heading('Property and visit').waitFor()

  await fillVisit(page)
  await fillExterior(page)
  await fillInterior(page)
  await fillUnit(page)
  await fillSystems(page)
  await fillSafety(page)
  await page.getByText('The survey you wanted to submit has been submitted successfully').waitFor()
  await page.keyboard.press('Enter')
  await dashboard(page).surveys.getByText('Completed', { exact: true }).waitFor()
})

async function fillVisit(page: Page): Promise<void> {
  await type(page, 'Property name', 'Hill House')
  await type(page, 'Address', '12 Ridge Road')
  await choose(page, 'Reason for the inspection', 'Annual')
  await type(page, 'Number of buildings', '1')
  await next(page, 'Building exterior')
}

async function fillExterior(page: Page): Promise<void> {
  await type(page, 'Building name or number', 'East wing')
  await mark(page, 'Roof and gutters')
  await mark(page, 'Walls and siding')
  await next(page, 'Shared interior')
}

async function fillInterior(page: Page): Promise<void> {
  await choose(page, 'Building', 'East wing')
  await type(page, 'Floor name or number', 'Ground floor')
  await mark(page, 'Exits clear')
  await next(page, 'Unit inspection')
}

async function fillUnit(page: Page): Promise<void> {
  await choose(page, 'Building', 'East wing')
  await type(page, 'Unit number', '4B')
  await mark(page, 'Overall condition')
  await next(page, 'Systems and utilities')
}

async function fillSystems(page: Page): Promise<void> {
  for (const field of ['Heating and cooling', 'Plumbing', 'Electrical panels']) await mark(page, field)
  await next(page, 'Safety and result')
}

async function fillSafety(page: Page): Promise<void> {
  await mark(page, 'Hazards found')
  await choose(page, 'Result of the inspection', 'Passed')
  await pressOn(page, 'Submit')
}

async function type(page: Page, field: string, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(text)
}

/** The first letters choose in a list. */
async function choose(page: Page, field: string, option: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(option)
  await expect.poll(() => form(page).select(field).inputValue()).toBe(option)
}

/** The first choice of a group. */
async function mark(page: Page, group: string): Promise<void> {
  await tabTo(page, group)
  await page.keyboard.press('Space')
  await expect.poll(() => form(page).group(group).locator('input:checked').count()).toBe(1)
}

async function next(page: Page, section: string): Promise<void> {
  await pressOn(page, 'Next')
  await form(page).heading(section).waitFor()
}
