import { expect } from 'vitest'
import type { Page } from './engines/page.ts'
import { form } from './screens/form.ts'

/** Fills the inspection's sections after the first; two buildings exist already. */
export async function fillBuilding(page: Page, name: string, condition: string): Promise<void> {
  const fields = form(page)
  await fields.input('Building name or number').fill(name)
  await fields.press('Roof and gutters', condition)
  await fields.press('Walls and siding', condition)
}

export async function fillInterior(page: Page): Promise<void> {
  const fields = form(page)
  await fields.next('Shared interior')
  const options = await fields.select('Building').getByRole('option').allTextContents()
  expect(options).toEqual([
    'Select from the list of buildings that have been added',
    'East wing',
    'West wing',
  ])
  await fields.choose('Building', 'West wing')
  await fields.input('Floor name or number').fill('Ground floor')
  await fields.press('Exits clear', 'Yes')
}

export async function fillUnit(page: Page): Promise<void> {
  const fields = form(page)
  await fields.next('Unit inspection')
  await fields.choose('Building', 'West wing')
  await fields.choose('Floor', 'Ground floor')
  await fields.input('Unit number').fill('4B')
}

export async function fillSystems(page: Page): Promise<void> {
  const fields = form(page)
  await fields.next('Systems and utilities')
  await fields.press('Heating and cooling', 'Fair')
  await fields.press('Plumbing', 'Good')
  await fields.press('Electrical panels', 'Good')
  await fields.next('Safety and result')
  await fields.press('Hazards found', 'Trip hazard')
}
