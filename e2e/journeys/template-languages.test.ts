import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { seriousOn } from '../axe.ts'
import { test } from '../fixtures.ts'
import { asAdmin, makeForm, publish } from '../long-names.ts'
import { openAs } from '../open-as.ts'
import { readSurvey, startSurvey } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'
import { logIn } from '../screens/entry.ts'
import { admin } from '../site.ts'

const closets: FormDocument = {
  schema: 'fieldbook-form/1',
  name: 'Closet check',
  language: 'en',
  sections: [
    {
      ...{ key: 'closet', name: 'Closet', addSimilarText: 'Add closet' },
      fields: [
        { key: 'lock', name: 'Lock', type: 'radio', options: ['Key', { label: 'Code', value: 'c' }] },
        { key: 'racks', name: 'Racks', type: 'numeric', hint: 'All of them' },
      ],
    },
  ],
}

const inFrench: FormDocument = {
  ...closets,
  languages: ['fr'],
  translations: { fr: { name: 'Locaux techniques' } },
  sections: [
    {
      ...{ key: 'closet', name: 'Closet', addSimilarText: 'Add closet' },
      translations: { fr: { name: 'Local technique', addSimilarText: 'Ajouter un local' } },
      fields: [
        {
          ...{ key: 'lock', name: 'Lock', type: 'radio' },
          options: ['Key', { label: 'Code', value: 'c', translations: { fr: 'Numéro' } }],
          translations: { fr: { name: 'Serrure' } },
        },
        { key: 'racks', name: 'Racks', type: 'numeric', hint: 'All of them' },
      ],
    },
  ],
}

test('a template is translated in the builder, by hand and by a sheet, and tried in the other language', async ({
  site,
  visit,
}) => {
  const id = await makeForm(await asAdmin(site), closets)
  const page = await visit('desktop', { bypassCSP: true })
  await logIn(page, admin)
  await page.goto(`/Templates/${id}`)
  await page.getByRole('button', { name: 'Closet check' }).click()
  await page.getByRole('button', { name: 'Translations…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Translations' })
  await dialog.getByText('The texts of this template are in one language.').waitFor()
  // The dialog takes the focus a moment after it is drawn, which would close a list that is open by then.
  await dialog.locator(':focus').waitFor()
  await dialog.getByRole('combobox', { name: 'Add a language' }).fill('fren')
  await page.getByRole('option', { name: 'French', exact: true }).click()
  await dialog.getByText('0 of 8 translated').waitFor()
  await dialog.getByRole('textbox', { name: 'French: Closet', exact: true }).fill('Local technique')
  await dialog.getByRole('textbox', { name: 'French: Code' }).fill('Numéro')
  await dialog.getByRole('textbox', { name: 'French: Closet check' }).fill('Locaux')
  await dialog.getByText('3 of 8 translated').waitFor()
  expect(await seriousOn(page)).toEqual([])
  await dialog.getByLabel('Only missing translations').check()
  await expect.poll(() => dialog.getByRole('textbox').count()).toBe(5)

  // A translator gets the sheet, fills a cell and sends it back.
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save as CSV' }).click()
  const sheet = await readFile(await (await download).path(), 'utf8')
  expect(sheet).toContain('section,field,what,text,French (fr)')
  const filled = `${sheet.replace(',Lock,label,Lock,', ',Lock,label,Lock,Serrure')}\r\ngone,,label,x,y`
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: 'Load CSV' }).click(),
  ])
  await chooser.setFiles({ name: 'fr.csv', mimeType: 'text/csv', buffer: Buffer.from(filled) })
  await dialog.getByText('1 translation was imported. One line was left out').waitFor()
  await dialog.getByText('4 of 8 translated').waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('dialog', { name: 'Preview: Closet check' })
  await preview.getByRole('group', { name: 'Lock' }).getByLabel('Code').check()
  await preview.getByLabel('Language').selectOption('French')
  await expect
    .poll(() => preview.getByRole('group', { name: 'Serrure' }).getByLabel('Numéro').isChecked())
    .toBe(true)
})

test('a surveyor whose device speaks French fills in French, and everybody has the same answer', async ({
  site,
  visit,
}) => {
  const api = await asAdmin(site)
  const template = await publish(api, await makeForm(api, inFrench))
  const sam = await site.surveyor()
  const survey = await startSurvey(sam, { template })
  const page = await visit('phone', { locale: 'fr-CA' })
  await openAs(page, sam, '/dashboard')
  await page.getByRole('button', { name: 'Create survey' }).first().tap()
  await page.getByRole('button', { name: /^Locaux techniques/ }).waitFor()
  await dashboard(page).closeDialog()
  await page.goto(`/survey?surveyId=${survey.id}`)
  await page.getByRole('group', { name: 'Serrure' }).getByLabel('Numéro').tap()
  await page.getByText('All of them').waitFor()
  await page.getByRole('button', { name: 'Ajouter un local' }).waitFor()
  await expect
    .poll(async () => {
      const [section] = (await readSurvey(sam, survey.id)).user_survey_sections
      return section?.user_survey_sub_sections[0]?.user_survey_sub_section_details[0]?.field_value
    })
    .toBe('Code')

  // In an open survey the language is changed, and everything stays.
  await page.getByRole('button', { name: /^Section 1 of 1/ }).tap()
  await page.getByLabel('Survey language').selectOption('English')
  await expect.poll(() => page.getByRole('group', { name: 'Lock' }).getByLabel('Code').isChecked()).toBe(true)
  await page.getByLabel('Racks').fill('4')
  await page.getByRole('button', { name: /^Section 1 of 1/ }).tap()
  await page.getByLabel('Survey language').selectOption('French')
  await page.getByRole('group', { name: 'Serrure' }).waitFor()
  expect(await page.getByLabel('Racks').inputValue()).toBe('4')

  const other = await visit('phone')
  await openAs(other, sam, `/survey?surveyId=${survey.id}`)
  await expect
    .poll(() => other.getByRole('group', { name: 'Lock' }).getByLabel('Code').isChecked())
    .toBe(true)
})
