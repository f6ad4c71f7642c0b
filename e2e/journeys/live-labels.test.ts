import { describe, expect } from 'vitest'
import { generateLink } from '#contract/sharing/sharing.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { seriousOn } from '../axe.ts'
import type { Size } from '../chromium.ts'
import { test } from '../fixtures.ts'
import { asAdmin, makeForm, publish } from '../long-names.ts'
import { openAs } from '../open-as.ts'
import { formAddress, startSurvey } from '../scene.ts'
import { fields } from '../screens/fields.ts'
import { form } from '../screens/form.ts'
import { guest } from '../screens/guest.ts'
import { usually } from '../sizes.ts'

const asked: FormDocument = {
  schema: 'fieldbook-form/1',
  name: 'Labels that show answers',
  sections: [
    {
      key: 'site',
      name: 'Site',
      fields: [
        {
          key: 'read',
          type: 'note',
          name: '<font color="red"><b>Read first</b></font><br/>Then fill **all** fields, see [guide](https://example.org/g)',
        },
        { key: 'building', name: 'Building', type: 'text' },
        {
          key: 'rooms',
          name: 'Rooms in **${building}**',
          hint: 'Without those of <i>${building}</i>’s annex',
          type: 'numeric',
        },
        { key: 'why', name: 'Why so many?', type: 'text', requiredIf: '${rooms} > 9' },
        { key: 'seen', name: 'Seen on', type: 'date', defaultExpression: 'today()' },
      ],
    },
  ],
}

describe.each<Size>(usually('phone'))('on a %s', (size) => {
  test('labels show answers while they are typed, and a condition makes a field mandatory', async ({
    site,
    visit,
    surveyor,
  }) => {
    const api = await asAdmin(site)
    const template = await publish(api, await makeForm(api, asked))
    const made = await startSurvey(surveyor, { template })
    const page = await visit(size, { bypassCSP: true })
    await openAs(page, surveyor, formAddress(made))
    const survey = form(page)
    await survey.heading('Site').waitFor()
    const note = page.getByRole('note')
    expect(await note.locator('strong').allTextContents()).toEqual(['Read first', 'all'])
    expect(await note.getByRole('link', { name: 'guide' }).getAttribute('href')).toBe('https://example.org/g')
    expect(await fields(page).labelled('Seen on').inputValue()).toMatch(/^\d{4}-\d\d-\d\d$/)
    await survey.input('Rooms in').waitFor()
    await survey.input('Building').pressSequentially('Hill <b>House</b>')
    await survey.input('Rooms in Hill <b>House</b>').waitFor()
    expect(await survey.input('Building').evaluate((input) => input === document.activeElement)).toBe(true)
    await page.getByText('Without those of Hill <b>House</b>’s annex').waitFor()

    const why = survey.input('Why so many?')
    expect(await why.getAttribute('aria-required')).toBe('false')
    await survey.input('Rooms in Hill <b>House</b>').fill('12')
    await page.locator('[aria-required="true"]').waitFor()
    expect(await why.getAttribute('aria-required')).toBe('true')
    expect(await seriousOn(page)).toEqual([])
    await survey.submit.click()
    await survey.dialog.getByRole('link', { name: /Why so many/ }).click()
    await why.fill('It was a hotel')
    await survey.syncLine.getByText(/On the server/).waitFor()

    const shared = await surveyor.api.call(generateLink, { body: { link_share_id: made.id } })
    if (shared?.status !== 200) throw new Error(`Not shared: ${JSON.stringify(shared?.body)}`)
    await page.goto(new URL(shared.body.data.shareable_link).pathname)
    await guest(page).value('Rooms in Hill <b>House</b>').getByText('12').waitFor()
  })
})
