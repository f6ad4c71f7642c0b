import { expect } from 'vitest'
import type { SurveyDetail } from '#contract/surveys/surveys.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { seriousOn } from '../axe.ts'
import { onOwnSite } from '../fixtures.ts'
import { asAdmin, makeForm, publish } from '../long-names.ts'
import { readyOffline } from '../offline-ready.ts'
import { openAs } from '../open-as.ts'
import { photo } from '../pictures.ts'
import { answerFields, answerOf, attachTo, readSurvey, startSurvey } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'
import { logIn } from '../screens/entry.ts'
import { form } from '../screens/form.ts'
import { admin } from '../site.ts'

const idf = { key: 'idf', name: 'IDF present', type: 'yes_no', mandatory: true } as const
const rack = { key: 'rack', name: 'Rack', type: 'text', media: true } as const
const rackWithoutPhotos = { key: 'rack', name: 'Rack', type: 'text' } as const
const first: FormDocument = {
  schema: 'fieldbook-form/1',
  name: 'Closet walk',
  sections: [
    {
      key: 'closet',
      name: 'Closet',
      fields: [idf, rack, { key: 'notes', name: 'Notes', type: 'long_text', media: true }],
    },
    { key: 'roof', name: 'Roof', fields: [{ key: 'hatch', name: 'Roof hatch', type: 'text' }] },
  ],
}
/** Notes and the roof are gone; the rack has gone to the door, without photos, which asks for its width. */
const second: FormDocument = {
  ...first,
  sections: [
    { key: 'closet', name: 'Closet', fields: [idf] },
    {
      key: 'door',
      name: 'Door',
      fields: [rackWithoutPhotos, { key: 'width', name: 'Door width', type: 'numeric', mandatory: true }],
    },
  ],
}

function earlier(survey: SurveyDetail): readonly string[] {
  return (survey.earlier_answers ?? []).map(({ field_name, field_value }) => `${field_name}: ${field_value}`)
}

// Moving all surveys of a template is seen by everybody who has one.
const test = onOwnSite()

test('a survey is moved to a newer version while a phone fills it without network, and back: nothing is lost', async ({
  site,
  visit,
  surveyor,
}) => {
  const maker = await asAdmin(site)
  const template = await makeForm(maker, first)
  const survey = await startSurvey(surveyor, { template: await publish(maker, template) })
  await answerFields(surveyor, survey, 'Closet', {
    'IDF present': { field_value: 'Yes' },
    Rack: { field_value: 'R-7' },
    Notes: { field_value: 'Dry' },
  })
  await attachTo(surveyor, answerOf(survey, 'Closet', 'Notes').id, {
    description: 'Wet corner',
    photos: await photo('wet.jpg', 1),
  })

  await attachTo(surveyor, answerOf(survey, 'Closet', 'Rack').id, {
    description: 'The rack',
    photos: await photo('rack.jpg', 2),
  })

  const phone = await visit('phone', { bypassCSP: true })
  await openAs(phone, surveyor, `/survey?surveyId=${survey.id}`)
  const fields = form(phone)
  await fields.heading('Closet').waitFor()
  await fields.next('Roof')
  await fields.input('Roof hatch').fill('Stuck')
  const hatch = async () => answerOf(await readSurvey(surveyor, survey.id), 'Roof', 'Roof hatch').field_value
  await expect.poll(hatch).toBe('Stuck')
  const roof = new URL(phone.url()).pathname
  await phone.context().setOffline(true)
  await fields.input('Roof hatch').fill('Stuck, needs oil')
  await fields.syncLine.getByText(/on this device/).waitFor()

  await publish(maker, template, second)
  const desk = await visit('desktop', { bypassCSP: true })
  await openAs(desk, surveyor, '/dashboard')
  await desk.getByRole('link', { name: 'Hill House', exact: true }).first().click()
  await dashboard(desk).dialog.getByRole('link', { name: 'Template version' }).click()
  await desk.getByText('This survey follows version 1 of its template.').waitFor()
  await desk.getByText('Rack: from Closet to Door').waitFor()
  await desk.getByText('2 answers no longer have a field.').waitFor()
  await desk.getByText('Dry · 1 photo').waitFor()
  await desk.getByText('Door width (mandatory)').waitFor()
  expect.soft(await seriousOn(desk), 'what a move does').toEqual([])
  await desk.getByRole('button', { name: 'Move to version 2' }).click()
  await desk.getByText('The survey now follows version 2.').waitFor()
  await desk.getByText('From version 1 to version 2').waitFor()

  // The section that is on the phone's screen is gone; what was typed into it is not.
  await phone.context().setOffline(false)
  await phone.getByText(/^This survey now follows version 2 of its template\./).waitFor()
  await fields.heading('Closet').waitFor()
  await phone.getByText('Dry').waitFor()
  await phone.getByRole('button', { name: 'View Wet corner full size' }).waitFor()
  expect.soft(await seriousOn(phone), 'earlier answers').toEqual([])
  await fields.next('Door')
  await expect.poll(() => fields.input('Rack').inputValue()).toBe('R-7')
  await phone.getByRole('button', { name: 'View The rack full size' }).waitFor()
  expect(await phone.getByRole('button', { name: /^Add photos or videos/ }).count()).toBe(0)
  await phone.getByText('Stuck, needs oil').waitFor()
  await expect
    .poll(async () => earlier(await readSurvey(surveyor, survey.id)))
    .toEqual(['Notes: Dry', 'Roof hatch: Stuck, needs oil'])
  await phone.goto(`/SaveAsPdf/${survey.id}`)
  await phone.getByText('Earlier answers').first().waitFor()
  await phone.getByText('Stuck, needs oil').first().waitFor()
  await phone.goto(roof)
  await fields.heading('Closet').waitFor()

  await desk.getByRole('button', { name: 'Undo: from version 1 to version 2' }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await desk.getByText('The move was undone. The survey follows version 1 again.').waitFor()
  await desk.getByRole('link', { name: 'Open the survey' }).click()
  await form(desk).heading('Closet').waitFor()
  await expect.poll(() => form(desk).input('Notes').inputValue()).toBe('Dry')
  // The section that is open on the phone gets its fields back where they were.
  await expect.poll(() => fields.input('Notes').inputValue()).toBe('Dry')
  await expect.poll(() => fields.input('Rack').inputValue()).toBe('R-7')
  const after = await readSurvey(surveyor, survey.id)
  expect(earlier(after)).toEqual([])
  expect(await hatch()).toBe('Stuck, needs oil')
})

test('without network a phone that has both versions moves the survey; what others answer under the old one stays', async ({
  site,
  visit,
  surveyor,
}) => {
  const maker = await asAdmin(site)
  const template = await makeForm(maker, { ...first, name: 'Shaft walk' })
  const survey = await startSurvey(surveyor, { template: await publish(maker, template) })
  await answerFields(surveyor, survey, 'Closet', { Notes: { field_value: 'Dry' } })
  const newest = await publish(maker, template, { ...second, name: 'Shaft walk' })

  const phone = await visit('phone', { bypassCSP: true, serviceWorkers: 'allow' })
  const ready = readyOffline(phone)
  await openAs(phone, surveyor, '/dashboard')
  await ready
  await phone.goto(`/survey?surveyId=${survey.id}`)
  const fields = form(phone)
  await fields.heading('Closet').waitFor()
  await phone.context().setOffline(true)
  await fields.input('Rack').fill('R-9')
  await fields.syncLine.getByText(/on this device/).waitFor()
  await phone.goto(`/SurveyVersion/${survey.id}`)
  await phone.getByText('Offline. This page shows data from this device.').waitFor()
  await phone.getByText('Rack: from Closet to Door').waitFor()
  await phone.getByText('1 answer no longer has a field.').waitFor()
  expect.soft(await seriousOn(phone), 'a move without network').toEqual([])
  // Meanwhile another device answers under the old version.
  await answerFields(surveyor, survey, 'Closet', { 'IDF present': { field_value: 'Yes' } })
  await answerFields(surveyor, survey, 'Roof', { 'Roof hatch': { field_value: 'Stuck' } })
  await phone.getByRole('button', { name: 'Move to version 2' }).tap()
  await phone.getByText('The move will be sent once you are online.').waitFor()
  await phone.getByText('This device has no newer version.').waitFor()
  // An unsent move is undone without a trace.
  await phone.getByRole('button', { name: 'Undo: from version 1 to version 2' }).tap()
  const question = phone.getByRole('dialog', { name: 'Go back to version 1?' })
  await question.waitFor()
  expect.soft(await seriousOn(phone), 'undoing without network').toEqual([])
  await question.getByRole('button', { name: 'Undo' }).tap()
  await phone.getByText('The survey follows version 1 again.').waitFor()
  await phone.getByRole('button', { name: 'Move to version 2' }).tap()
  await phone.getByText('This device has no newer version.').waitFor()
  // It opens where this device edited last: the answer has gone to the door.
  await phone.getByRole('link', { name: 'Open the survey' }).tap()
  await fields.heading('Door').waitFor()
  expect(await fields.input('Rack').inputValue()).toBe('R-9')
  await fields.input('Door width').fill('90')
  await phone.getByRole('button', { name: 'Back', exact: true }).tap()
  await fields.heading('Closet').waitFor()
  await phone.getByText('Dry').waitFor()
  await phone.reload()
  await fields.heading('Closet').waitFor()
  await fields.next('Door')
  await expect.poll(() => fields.input('Door width').inputValue()).toBe('90')

  await phone.context().setOffline(false)
  await expect
    .poll(async () => answerOf(await readSurvey(surveyor, survey.id), 'Door', 'Door width')?.field_value)
    .toBe('90')
  const after = await readSurvey(surveyor, survey.id)
  expect(after.survey_template_id).toBe(newest)
  expect(answerOf(after, 'Door', 'Rack').field_value).toBe('R-9')
  expect(answerOf(after, 'Closet', 'IDF present').field_value).toBe('Yes')
  expect(earlier(after)).toEqual(['Notes: Dry', 'Roof hatch: Stuck'])
  await fields.syncLine.getByText(/On the server/).waitFor()
  await expect.poll(() => fields.input('Rack').inputValue()).toBe('R-9')
})

test('an administrator moves everybody’s surveys at once, sees numbers alone, and takes it back', async ({
  site,
  visit,
  surveyor,
}) => {
  const maker = await asAdmin(site)
  const template = await makeForm(maker, { ...first, name: 'Riser walk' })
  const version = await publish(maker, template)
  const all = await Promise.all(
    ['East', 'West', 'North'].map((name) => startSurvey(surveyor, { template: version, name })),
  )
  for (const survey of all)
    await answerFields(surveyor, survey, 'Closet', { Notes: { field_value: 'Secret note' } })
  await publish(maker, template, { ...second, name: 'Riser walk' })

  const page = await visit('phone', { bypassCSP: true })
  await logIn(page, admin)
  await page.goto(`/Templates/${template}/versions`)
  await page.getByRole('button', { name: 'Move surveys to this version' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Move surveys to version 2' })
  await dialog.getByText('3 surveys follow an older version.').waitFor()
  await dialog.getByText('In 3 surveys, some answers lose their field.').waitFor()
  expect(await dialog.innerText()).not.toContain('Secret note')
  expect.soft(await seriousOn(page), 'what moving many does').toEqual([])
  await dialog.getByRole('button', { name: 'Move 3 surveys' }).tap()
  await dialog.getByText('3 surveys were moved.').waitFor()
  for (const { id } of all) expect(earlier(await readSurvey(surveyor, id))).toEqual(['Notes: Secret note'])
  await dialog.getByRole('button', { name: 'Undo all' }).tap()
  await dialog.getByText('3 moves were undone.').waitFor()
  for (const { id } of all) {
    const survey = await readSurvey(surveyor, id)
    expect(answerOf(survey, 'Closet', 'Notes').field_value).toBe('Secret note')
  }
})

test('a phone with a survey open hears of a new template at once, and begins with it without network', async ({
  site,
  visit,
  surveyor,
}) => {
  const maker = await asAdmin(site)
  const survey = await startSurvey(surveyor)
  const phone = await visit('phone', { serviceWorkers: 'allow' })
  const ready = readyOffline(phone)
  await openAs(phone, surveyor, '/dashboard')
  await ready
  const streaming = phone.waitForResponse(/users_survey\/[\w-]+\/events/)
  await phone.goto(`/survey?surveyId=${survey.id}`)
  await streaming
  const brought = phone.waitForResponse(/survey_template_details/)
  await publish(maker, await makeForm(maker, { ...first, name: 'Rounds of closets' }))
  await brought
  await phone.goto('/dashboard')
  // The choice says what those ask about that are on the device.
  const choice = phone.getByRole('button', { name: 'Rounds of closets' })
  await phone.getByRole('button', { name: 'Create survey' }).first().tap()
  await choice.getByText('Closet, ').waitFor()
  await dashboard(phone).closeDialog()
  await phone.context().setOffline(true)
  await dashboard(phone).create({ template: 'Rounds of closets', name: 'Pier 4', owner: 'Harbor' })
  await form(phone).heading('Closet').waitFor()
})
