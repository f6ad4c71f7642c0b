import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { readPdf } from '#server/testing/read-pdf.ts'
import { seriousOn } from '../axe.ts'
import { test } from '../fixtures.ts'
import { focused, pressOn, tabTo } from '../keyboard.ts'
import { dashboard } from '../screens/dashboard.ts'
import { logIn } from '../screens/entry.ts'
import { form } from '../screens/form.ts'
import { formBuilder } from '../screens/form-builder.ts'
import { admin } from '../site.ts'

const name = 'Rooftop round'

/** The first letters select an option in a list. */
async function chooseType(page: Page, type: string): Promise<void> {
  await tabTo(page, 'Type')
  await page.keyboard.type(type)
  const value = formBuilder(page).properties.getByLabel('Type').locator('option:checked')
  await expect.poll(() => value.textContent()).toBe(type)
}

test('by keyboard only, a template is built from scratch, published, filled, and read as a PDF', async ({
  visit,
}) => {
  const page = await visit('desktop', { bypassCSP: true })
  const { keyboard } = page
  const seen = async (where: string) => expect.soft(await seriousOn(page), where).toEqual([])
  await logIn(page, admin)
  await page.goto('/Templates')
  const builder = formBuilder(page)

  await pressOn(page, 'New template')
  await focused(builder.dialog.getByLabel('Name'))
  await seen('the question for its name')
  await keyboard.type(name)
  await keyboard.press('Enter')
  await page.waitForURL(/\/Templates\/[\w-]{36}$/)
  await builder.section.getByLabel('Name of the section').waitFor()
  await seen('an empty template')

  await tabTo(page, 'Name of the section')
  await keyboard.press('Control+a')
  await keyboard.type('Roof')
  await keyboard.press('Enter')
  await focused(builder.name(1))
  await keyboard.type('Hatch found')
  await seen('a first field')
  await chooseType(page, 'Yes or no')
  await tabTo(page, 'Required')
  await keyboard.press('Space')
  await seen('its properties')

  await tabTo(page, 'Name of field 1')
  await keyboard.press('Enter')
  await focused(builder.name(2))
  await keyboard.type('Antennas')
  await chooseType(page, 'Whole number')
  await pressOn(page, 'Add condition')
  const rule = builder.properties.getByRole('group', { name: 'Show this field when…' })
  await expect.poll(() => rule.getByLabel('Value').inputValue()).toBe('Yes')
  await seen('a condition')

  // A field is moved and moved back.
  await tabTo(page, 'Name of field 2')
  await keyboard.press('Alt+ArrowUp')
  await expect.poll(builder.names).toEqual(['Antennas', 'Hatch found'])
  await keyboard.press('Control+z')
  await expect.poll(builder.names).toEqual(['Hatch found', 'Antennas'])

  await builder.saved.waitFor()
  await pressOn(page, 'Publish')
  await focused(builder.dialog.getByLabel('Note for your team'))
  await seen('publishing')
  await keyboard.type('First one')
  await pressOn(page, 'Publish')
  await builder.dialog.getByText('Version 1 is published.').waitFor()
  await seen('published')
  await pressOn(page, 'Ok')

  await page.goto('/dashboard')
  await dashboard(page).heading.waitFor()
  await pressOn(page, 'Create survey')
  await page.getByRole('button', { name }).waitFor()
  // The template's summary appears after its name once loaded.
  await pressOn(page, new RegExp(`^${name}`))
  await page.getByLabel('Survey Name').waitFor()
  await tabTo(page, 'Survey Name')
  await keyboard.type('Hill House')
  await tabTo(page, 'Property Owner')
  await keyboard.type('Mrs Dudley')
  await keyboard.press('Enter')
  await form(page).heading('Roof').waitFor()
  await seen('the form')
  await tabTo(page, 'Hatch found')
  await keyboard.press('Space')
  await expect.poll(() => form(page).group('Hatch found').locator('input:checked').count()).toBe(1)
  await tabTo(page, 'Antennas')
  await keyboard.type('3')
  await pressOn(page, 'Submit')
  await page.getByText('The survey you wanted to submit has been submitted successfully').waitFor()
  await keyboard.press('Enter')

  await dashboard(page).surveys.getByText('Completed', { exact: true }).waitFor()
  await pressOn(page, 'Download Hill House')
  await dashboard(page).dialog.getByRole('button', { name: 'Download PDF' }).waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), pressOn(page, 'Download PDF')])
  const { text } = await readPdf(await readFile(await download.path()))
  expect(text).toMatch(/Hatch found\s+Yes/)
  expect(text).toMatch(/Antennas\s+3/)
  expect(text).toContain(name)
})
