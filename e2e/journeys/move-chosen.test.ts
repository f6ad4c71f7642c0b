import { expect } from 'vitest'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { seriousOn } from '../axe.ts'
import { test } from '../fixtures.ts'
import { asAdmin, makeForm, publish } from '../long-names.ts'
import { openAs } from '../open-as.ts'
import { readSurvey, startSurvey } from '../scene.ts'

const rack = { key: 'rack', name: 'Rack', type: 'text' } as const
const first: FormDocument = {
  schema: 'fieldbook-form/1',
  name: 'Rack walk',
  sections: [{ key: 'closet', name: 'Closet', fields: [rack] }],
}
const door = {
  key: 'door',
  name: 'Door',
  fields: [{ key: 'width', name: 'Width', type: 'numeric' }],
} as const
const second = { ...first, sections: [...first.sections, door] } as unknown as FormDocument

test('surveys that are chosen move to the newest version of their template at once, and back', async ({
  site,
  visit,
  surveyor,
}) => {
  const maker = await asAdmin(site)
  const form = await makeForm(maker, first)
  const old = await publish(maker, form)
  const behind = [
    await startSurvey(surveyor, { name: 'Tower 1', template: old }),
    await startSurvey(surveyor, { name: 'Tower 2', template: old }),
  ]
  const newest = await publish(maker, form, second)
  await startSurvey(surveyor, { name: 'Tower 3', template: newest })
  const follows = () =>
    Promise.all(behind.map(async ({ id }) => (await readSurvey(surveyor, id)).survey_template_id))

  const page = await visit('desktop', { bypassCSP: true })
  await openAs(page, surveyor, '/dashboard')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page
    .getByRole('group', { name: 'Selected surveys' })
    .getByRole('button', { name: 'Move to newest version' })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Move to the newest version' })
  await dialog.getByText('2 surveys follow an older version of their template.').waitFor()
  await dialog.getByText('1 survey already follows the newest version.').waitFor()
  await dialog.getByText('Width').waitFor()
  expect(await seriousOn(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Move 2 surveys' }).click()
  await dialog.getByText('2 surveys were moved.').waitFor()
  expect(await follows()).toEqual([newest, newest])
  await dialog.getByRole('button', { name: 'Undo all' }).click()
  await dialog.getByText('2 moves were undone.').waitFor()
  expect(await follows()).toEqual([old, old])
})
