import { expect } from 'vitest'
import { logIn as logInCall } from '#contract/accounts/accounts.ts'
import { changeAccountAccess } from '#contract/admin/admin.ts'
import { submitSurvey } from '#contract/surveys/surveys.ts'
import { readForm } from '#contract/templates/custom-forms.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { seriousOn } from '../axe.ts'
import { test } from '../fixtures.ts'
import { asAdmin, makeForm, publish } from '../long-names.ts'
import { openAs } from '../open-as.ts'
import { watchConsole } from '../page-log.ts'
import { answerFields, answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { logIn } from '../screens/entry.ts'
import { form } from '../screens/form.ts'
import { formBuilder } from '../screens/form-builder.ts'
import { sideways } from '../sideways.ts'
import { admin } from '../site.ts'

const roofs: FormDocument = {
  schema: 'fieldbook-form/1',
  name: 'Roof walk',
  sections: [
    {
      key: 'site',
      name: 'Site',
      fields: [
        { key: 'access', name: 'Roof access', type: 'radio', options: ['Yes', 'No'], mandatory: true },
      ],
    },
    {
      key: 'roof',
      name: 'Roof',
      addSimilarText: 'Add another roof',
      fields: [{ key: 'covering', name: 'Covering', type: 'text', mandatory: true }],
    },
    { key: 'end', name: 'End', fields: [{ key: 'notes', name: 'Closing notes', type: 'text' }] },
  ],
}
const showIf = "${access} = 'Yes'"
const conditional = (name: string): FormDocument => ({
  ...roofs,
  name,
  sections: roofs.sections.map((section) => (section.key === 'roof' ? { ...section, showIf } : section)),
})

test('on a desktop a manager gives a section a condition, sees what publishing changes, and moves the open surveys', async ({
  site,
  visit,
  surveyor,
}) => {
  const api = await asAdmin(site)
  const name = 'Roof walk at a desk'
  const id = await makeForm(api, { ...roofs, name })
  const version = await publish(api, id)
  const [open, sent] = [
    await startSurvey(surveyor, { template: version, name: 'East' }),
    await startSurvey(surveyor, { template: version, name: 'West' }),
  ]
  await answerFields(surveyor, open, 'Roof', { Covering: { field_value: 'Slate' } })
  await answerFields(surveyor, sent, 'Site', { 'Roof access': { field_value: 'No' } })
  await answerFields(surveyor, sent, 'Roof', { Covering: { field_value: 'None' } })
  const submitted = await surveyor.api.call(submitSurvey, {
    params: { id: sent.id },
    body: { status: 'Completed' },
  })
  expect(submitted?.status).toBe(200)

  const page = await visit('desktop', { bypassCSP: true })
  const complaints = watchConsole(page)
  await logIn(page, admin)
  await page.goto(`/Templates/${id}`)
  const builder = formBuilder(page)
  const stored = async () => (await api.call(readForm, { params: { id } }))?.body.data.attributes
  const rule = builder.properties.getByRole('group', { name: 'Show this section when…' })

  // A section cannot depend on its own fields: nothing of it is offered, and a formula that does is refused.
  await builder.row(/^Roof \d/).click()
  await builder.section.getByRole('button', { name: 'Properties of Roof', exact: true }).click()
  await rule.getByRole('button', { name: 'Add condition' }).click()
  await expect.poll(() => rule.getByLabel('Value').inputValue()).toBe('Yes')
  await rule.getByRole('button', { name: 'Edit as a formula' }).click()
  await rule.getByLabel('Formula').fill("${covering} = 'Slate'")
  await rule.getByText('depends on an answer inside the section itself').waitFor()
  await builder.faults.waitFor()
  await rule.getByLabel('Formula').fill(showIf)
  await builder.faults.waitFor({ state: 'detached' })
  expect.soft(await seriousOn(page), 'a condition of a section').toEqual([])
  await builder
    .row(/^Roof\b/)
    .getByText('Shown on a condition')
    .waitFor()
  await builder.saved.waitFor()
  await expect.poll(async () => (await stored())?.form.sections[1]?.showIf).toBe(showIf)

  await builder.publish.click()
  const changes = builder.dialog.getByRole('region', { name: '1 change since version 1' })
  await changes.getByText('Show when').waitFor()
  await changes.getByText(showIf).waitFor()
  await builder.dialog
    .getByText('1 open survey uses an earlier version and stays on it until it is moved.')
    .waitFor()
  expect.soft(await seriousOn(page), 'publishing').toEqual([])
  await builder.dialog.getByRole('button', { name: 'Publish' }).click()
  await builder.dialog.getByText('Version 2 is published.').waitFor()
  await builder.dialog.getByText('1 open survey stays on an older version.').waitFor()
  expect.soft(await seriousOn(page), 'surveys that stay').toEqual([])
  await builder.dialog.getByRole('button', { name: 'Move 1 survey…' }).click()
  await builder.dialog.getByRole('button', { name: 'Move 1 survey', exact: true }).click()
  await builder.dialog.getByText('1 survey was moved.').waitFor()
  await builder.dialog.getByRole('button', { name: 'Close' }).last().click()
  await builder.dialog.waitFor({ state: 'detached' })
  const moved = await readSurvey(surveyor, open.id)
  expect(moved.survey_template_id).not.toBe(version)
  expect(answerOf(moved, 'Roof', 'Covering').field_value).toBe('Slate')
  expect((await readSurvey(surveyor, sent.id)).survey_template_id).toBe(version)

  // The page of all versions compares the last two that were published, and any others.
  await page.goto(`/Templates/${id}/versions`)
  await expect.poll(() => page.getByLabel('From').inputValue()).toBe('1')
  expect(await page.getByLabel('To', { exact: true }).inputValue()).toBe('2')
  await page.getByText(showIf).waitFor()
  await page.getByLabel('To', { exact: true }).selectOption('Version 1')
  await page.getByText('Nothing changed between these versions.').waitFor()
  expect(complaints.lines()).toEqual([])
})

test('on a phone a manager is offered only their own surveys, and may leave them where they are', async ({
  site,
  visit,
  surveyor,
}) => {
  const api = await asAdmin(site)
  const ana = await site.surveyor('Ruiz')
  const session = await ana.api.call(logInCall, { body: { data: { attributes: ana } } })
  const params = { id: session?.body.data.id ?? '' }
  await api.call(changeAccountAccess, { params, body: { may_make_templates: true } })
  const id = await makeForm(api, { ...roofs, name: 'Roof walk to be left' })
  const version = await publish(api, id)
  const own = await startSurvey(ana, { template: version })
  const other = await startSurvey(surveyor, { template: version })
  const page = await visit('phone', { bypassCSP: true })
  await logIn(page, ana)
  await page.goto(`/Templates/${id}`)
  const builder = formBuilder(page)
  await builder.outline.getByRole('button', { name: /^End\b/ }).tap()
  await builder.name(1).fill('Last words')
  await builder.saved.waitFor()
  await builder.publish.tap()
  await builder.dialog.getByText('2 open surveys use an earlier version').waitFor()
  expect(await sideways(page)).toBe(0)
  await builder.dialog.getByRole('button', { name: 'Publish' }).tap()
  await builder.dialog.getByText('2 open surveys stay on older versions.').waitFor()
  await builder.dialog.getByText('You can move one of them.').waitFor()
  expect(await seriousOn(page)).toEqual([])
  expect(await sideways(page)).toBe(0)
  await builder.dialog.getByRole('button', { name: 'Not now' }).tap()
  await builder.dialog.waitFor({ state: 'detached' })
  expect((await readSurvey(ana, own.id)).survey_template_id).toBe(version)
  expect((await readSurvey(surveyor, other.id)).survey_template_id).toBe(version)
})

test('on a phone a section comes and goes with an answer elsewhere, and nothing in it is lost', async ({
  site,
  visit,
  surveyor,
}) => {
  const api = await asAdmin(site)
  const id = await makeForm(api, conditional('Roof walk on a phone'))
  const made = await startSurvey(surveyor, { template: await publish(api, id) })
  const page = await visit('phone', { bypassCSP: true })
  const complaints = watchConsole(page)
  await openAs(page, surveyor, formAddress(made))
  const survey = form(page)
  const step = (name: string) => page.getByRole('button', { name, exact: true })
  const tap = (option: string) =>
    page.getByRole('group', { name: 'Roof access' }).getByText(option, { exact: true }).tap()
  await survey.heading('Site').waitFor()
  await page.getByText('Section 1 of 2').waitFor()
  await tap('Yes')
  await page.getByText('Section 1 of 3').waitFor()
  await step('Next').tap()
  await survey.heading('Roof').waitFor()
  await survey.input('Covering').fill('Slate')
  const roof = new URL(page.url()).pathname
  await step('Back').tap()
  await survey.heading('Site').waitFor()
  await tap('No')
  await page.getByText('Section 1 of 2').waitFor()
  await page.getByRole('button', { name: /All sections/ }).tap()
  await page.getByRole('link', { name: /^End\b/ }).waitFor()
  expect(await page.getByRole('link', { name: /^Roof\b/ }).count()).toBe(0)
  await page.getByRole('link', { name: /^End\b/ }).tap()
  await survey.heading('End').waitFor()
  await step('Back').tap()
  await survey.heading('Site').waitFor()

  // An old link leads to the section: it says why it is empty, and the way on is there.
  await page.goto(roof)
  await page.getByText('This section doesn’t apply because of another answer.').waitFor()
  expect(await survey.input('Covering').count()).toBe(0)
  expect(await seriousOn(page)).toEqual([])
  expect(await sideways(page)).toBe(0)
  await step('Next').tap()
  await survey.heading('End').waitFor()
  await step('Submit').tap()
  await page.getByText('The survey you wanted to submit has been submitted successfully').waitFor()
  const sent = await readSurvey(surveyor, made.id)
  expect([sent.status, sent.progress]).toEqual(['Completed', 'Completed'])
  expect(answerOf(sent, 'Roof', 'Covering').field_value).toBe('Slate')

  // Without network the answer brings the section back with what was typed.
  await page.goto(formAddress(made))
  await survey.heading('Site').waitFor()
  await page.context().setOffline(true)
  await tap('Yes')
  await step('Next').tap()
  await survey.heading('Roof').waitFor()
  await expect.poll(() => survey.input('Covering').inputValue()).toBe('Slate')
  await page.context().setOffline(false)
  await expect
    .poll(async () => answerOf(await readSurvey(surveyor, made.id), 'Site', 'Roof access').field_value)
    .toBe('Yes')
  const failed = (line: string) => line.startsWith('Failed to load resource: ')
  expect(complaints.lines().filter((line) => !failed(line))).toEqual([])
})

const closets: FormDocument = {
  schema: 'fieldbook-form/1',
  name: 'Closet walk',
  sections: [
    {
      key: 'closet',
      name: 'Closet',
      addSimilarText: 'Add another closet',
      fields: [
        { key: 'here', name: 'Closet here', type: 'radio', options: ['Yes', 'No'] },
        { key: 'size', name: 'Size', type: 'text' },
        { key: 'power', name: 'Power', type: 'text' },
        { key: 'notes', name: 'Closet notes', type: 'text' },
      ],
    },
  ],
}

test('a manager writes a condition once for several fields of a repeated section', async ({
  site,
  visit,
  surveyor,
}) => {
  const api = await asAdmin(site)
  const id = await makeForm(api, closets)
  const page = await visit('desktop', { bypassCSP: true })
  const complaints = watchConsole(page)
  await logIn(page, admin)
  await page.goto(`/Templates/${id}`)
  const builder = formBuilder(page)
  const stored = async () =>
    (await api.call(readForm, { params: { id } }))?.body.data.attributes.form.sections[0]

  await builder.row(/^Closet \d/).click()
  await builder.section.getByRole('button', { name: 'Properties of Closet', exact: true }).click()
  const shared = builder.properties.getByRole('group', { name: 'Shared conditions' })
  await shared.getByRole('button', { name: 'Add shared condition' }).click()
  await shared.getByLabel('Name of the condition').fill('There is a closet')
  await shared.getByLabel('Name of the condition').press('Enter')
  const condition = shared.getByRole('group', { name: 'There is a closet' })
  await condition.getByText('No fields yet').click()
  await condition.getByLabel('Size').check()
  await condition.getByLabel('Power').check()
  await condition.getByText('2 fields', { exact: true }).waitFor()
  await condition.getByRole('button', { name: 'Add condition' }).click()
  // The field before the first that follows is what decides.
  await expect.poll(() => condition.getByLabel('Value').inputValue()).toBe('Yes')
  expect.soft(await seriousOn(page), 'a shared condition').toEqual([])
  await builder.saved.waitFor()
  await expect.poll(stored).toMatchObject({
    conditions: [{ name: 'There is a closet', showIf: "${here} = 'Yes'" }],
    fields: [{}, { condition: 'There is a closet' }, { condition: 'There is a closet' }, {}],
  })
  expect(await builder.section.getByText('Shown on a condition').count()).toBe(2)

  // A field chooses it by itself, and lets go of it.
  await builder.section.getByRole('button', { name: 'Properties of Closet notes' }).click()
  const choice = builder.properties.getByLabel('Shared condition')
  await choice.selectOption('There is a closet')
  expect(await builder.section.getByText('Shown on a condition').count()).toBe(3)
  await choice.selectOption('Nothing')
  await builder.saved.waitFor()

  const version = await publish(api, id)
  const survey = await startSurvey(surveyor, { template: version })
  const phone = await visit('phone')
  await openAs(phone, surveyor, formAddress(survey))
  const fields = form(phone)
  await fields.input('Closet notes').waitFor()
  expect(await fields.input('Size').count()).toBe(0)
  await phone.getByRole('radio', { name: 'Yes' }).check()
  await fields.input('Size').waitFor()
  await fields.input('Power').waitFor()
  await phone.getByRole('radio', { name: 'No' }).check()
  await fields.input('Size').waitFor({ state: 'detached' })
  expect(complaints.lines()).toEqual([])
})
