import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { guestSection } from '#contract/sharing/guests.ts'
import { generateLink } from '#contract/sharing/sharing.ts'
import { addSimilar, autoSave, type SurveyDetail, submitSurvey } from '#contract/surveys/surveys.ts'
import { seriousOn } from '../axe.ts'
import { test } from '../fixtures.ts'
import { focused, tookFocus } from '../keyboard.ts'
import { openAs } from '../open-as.ts'
import { answerOf, formAddress, readSurvey, startSurvey, submitFilled } from '../scene.ts'
import { form } from '../screens/form.ts'
import { guest } from '../screens/guest.ts'
import type { Surveyor } from '../site.ts'

const units = 'Unit inspection'

/** A survey with all mandatory answers, and more units, copied and not checked. */
async function copiedUnits(surveyor: Surveyor, copies = 2): Promise<SurveyDetail> {
  const started = await startSurvey(surveyor)
  await submitFilled(surveyor, started)
  const section = unitsOf(started)
  const source = section.user_survey_sub_sections[0]?.id ?? ''
  for (let count = 1; count <= copies; count++) {
    await surveyor.api.call(addSimilar, {
      body: { user_survey_id: started.id, user_survey_section_id: section.id },
    })
    const now = await readSurvey(surveyor, started.id)
    const copied = (field: string) => {
      const { id } = answerOf(now, units, field, count)
      const { field_value, field_value_multiple } = answerOf(now, units, field, 0)
      return { id, field_value, field_value_multiple, copied_from: source }
    }
    const part = unitsOf(now).user_survey_sub_sections[count]
    const mandatory = (part?.user_survey_sub_section_details ?? []).filter((one) => {
      const { field_value, field_value_multiple } = answerOf(now, units, one.field_name, 0)
      return field_value !== '' || field_value_multiple.length > 0
    })
    await surveyor.api.call(autoSave, {
      body: {
        user_survey_id: started.id,
        user_survey_sections_attributes: [
          {
            id: section.id,
            user_survey_sub_sections_attributes: [
              {
                id: part?.id ?? '',
                user_survey_sub_section_details_attributes: mandatory.map((one) => copied(one.field_name)),
              },
            ],
          },
        ],
      },
    })
  }
  await surveyor.api.call(submitSurvey, { params: { id: started.id }, body: { status: 'Started' } })
  return readSurvey(surveyor, started.id)
}

function unitsOf(survey: SurveyDetail) {
  const section = survey.user_survey_sections.find((one) => one.user_survey_section_name === units)
  if (!section) throw new Error('no units')
  return section
}

async function openLast(page: Page, survey: SurveyDetail): Promise<void> {
  const first = survey.user_survey_sections[0]?.id ?? ''
  const last = survey.user_survey_sections.at(-1)
  await page.goto(formAddress(survey).replace(first, last?.id ?? ''))
  await form(page)
    .heading(last?.user_survey_section_name ?? '')
    .waitFor()
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const unchecked = (survey: SurveyDetail) =>
  unitsOf(survey).user_survey_sub_sections.flatMap((part) =>
    part.user_survey_sub_section_details.filter(({ copied_from }) => copied_from !== null),
  ).length

test('Submit lists copies that nobody checked, each a link to its field, and submits them with their marks', async ({
  visit,
  surveyor,
}) => {
  const survey = await copiedUnits(surveyor)
  const count = unchecked(survey)
  expect(count).toBeGreaterThan(3)
  const page = await visit('phone')
  await openAs(page, surveyor, '/dashboard')
  await openLast(page, survey)
  const shown = form(page)
  const dialog = page.getByRole('dialog', { name: 'Copies not checked yet' })
  await button(page, 'Submit').tap()
  await dialog.getByText(`Copied and not checked yet: ${count} answers.`).waitFor()
  await expect.poll(() => dialog.getByRole('link').count()).toBe(count)
  await dialog.getByRole('link', { name: 'Overall condition' }).last().tap()
  await shown.part('East wing \\(3\\)').waitFor()
  await dialog.waitFor({ state: 'hidden' })
  const confirm = page.getByRole('button', { name: /^Copied from / }).first()
  await confirm.tap()
  await expect.poll(async () => unchecked(await readSurvey(surveyor, survey.id))).toBe(count - 1)

  await openLast(page, survey)
  await button(page, 'Submit').tap()
  await dialog.getByText(`Copied and not checked yet: ${count - 1} answers.`).waitFor()
  await dialog.getByRole('button', { name: 'Submit anyway' }).tap()
  await page.getByText('The survey you wanted to submit has been submitted successfully').waitFor()
  expect(unchecked(await readSurvey(surveyor, survey.id))).toBe(count - 1)

  // The customer reads it with its marks.
  const { body } = (await surveyor.api.call(generateLink, { body: { link_share_id: survey.id } })) ?? {}
  const link = body?.data.link_share_id ?? ''
  const query = { guest_survey_id: link, guest_survey_section_id: unitsOf(survey).id }
  const reply = await surveyor.api.call(guestSection, { query })
  const marked = (reply?.body.data.attributes.user_survey_sub_sections ?? []).map((part) =>
    part.user_survey_sub_section_details.flatMap((one) => (one.field_unchecked ? one.field_name : [])),
  )
  // The phone numbers of two occupants are internal.
  const forGuests = count - 1 - 2
  expect(marked.flat()).toHaveLength(forGuests)
  await page.goto(body?.data.shareable_link ?? '')
  const report = guest(page)
  for (const { user_survey_section_name: name } of survey.user_survey_sections) {
    await report.heading(name).waitFor()
    if (name === units) break
    await button(page, 'Next').tap()
  }
  // Once for each unit, with the names of its fields.
  const notes = page.getByText(/^Copied, not checked: /)
  const expected = marked
    .filter((names) => names.length > 0)
    .map((names) => `Copied, not checked: ${names.join(', ')}`)
  await expect.poll(() => notes.allTextContents()).toEqual(expected)
})

test('with many copies, one tap in sight confirms all and submits, without network too', async ({
  visit,
  surveyor,
}) => {
  const survey = await copiedUnits(surveyor, 8)
  expect(unchecked(survey)).toBeGreaterThan(30)
  const page = await visit('phone', { bypassCSP: true })
  await openAs(page, surveyor, '/dashboard')
  await openLast(page, survey)
  await button(page, 'Submit').tap()
  const dialog = page.getByRole('dialog', { name: 'Copies not checked yet' })
  const confirm = dialog.getByRole('button', { name: 'Confirm all and submit' })
  await tookFocus(dialog)
  // Each part lists its fields on request; open, they push the buttons nowhere.
  const closed = dialog.getByRole('button', { expanded: false })
  for (let left = await closed.count(); left > 0; left--) await closed.first().tap()
  await expect.poll(() => dialog.getByRole('link').count()).toBe(unchecked(survey))
  for (const [width, height] of [
    [844, 390],
    [320, 568],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    const isInSight = async () => {
      const box = await confirm.boundingBox()
      return box !== null && box.y > 0 && box.y + box.height <= height
    }
    await expect.poll(isInSight, { message: `at ${width} × ${height}` }).toBe(true)
  }
  expect(await seriousOn(page)).toEqual([])
  await page.context().setOffline(true)
  await confirm.tap()
  await page.getByText(/^The survey is on this device and will be submitted/).waitFor()
  await page.context().setOffline(false)
  await page.getByText('The survey you wanted to submit has been submitted successfully').waitFor()
  await expect.poll(async () => unchecked(await readSurvey(surveyor, survey.id))).toBe(0)
  expect((await readSurvey(surveyor, survey.id)).status).toBe('Completed')
})

test('empty mandatory fields and unchecked copies are in one list', async ({ visit, surveyor }) => {
  const survey = await copiedUnits(surveyor)
  const section = survey.user_survey_sections.at(-1)
  const part = section?.user_survey_sub_sections[0]
  const result = part?.user_survey_sub_section_details.find(
    ({ field_name }) => field_name === 'Result of the inspection',
  )
  const emptied = { id: result?.id ?? '', field_value: '', edited: true }
  await surveyor.api.call(autoSave, {
    body: {
      user_survey_id: survey.id,
      user_survey_sections_attributes: [
        {
          id: section?.id ?? '',
          user_survey_sub_sections_attributes: [
            { id: part?.id ?? '', user_survey_sub_section_details_attributes: [emptied] },
          ],
        },
      ],
    },
  })
  const page = await visit('phone')
  await openAs(page, surveyor, '/dashboard')
  await openLast(page, survey)
  await button(page, 'Submit').tap()
  const dialog = page.getByRole('dialog', { name: 'Please fill all mandatory fields' })
  await dialog.getByText(/^Copied and not checked yet: /).waitFor()
  expect(await dialog.getByRole('link').first().textContent()).toBe('Result of the inspection')
  expect(await dialog.getByRole('link').count()).toBe(1 + unchecked(survey))
  await tookFocus(dialog)
  await dialog.getByRole('button', { name: 'Confirm all' }).tap()
  await expect.poll(() => dialog.getByRole('link').allTextContents()).toEqual(['Result of the inspection'])
  await focused(dialog.getByRole('button', { name: 'Go to the first field' }))
  await expect.poll(async () => unchecked(await readSurvey(surveyor, survey.id))).toBe(0)
  await dialog.getByRole('button', { name: 'Go to the first field' }).tap()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('combobox', { name: /^Result of the inspection/ }).selectOption('Passed')
  await button(page, 'Submit').tap()
  await page.getByText('The survey you wanted to submit has been submitted successfully').waitFor()
})

test('Save on a submitted survey asks before it opens it again', async ({ visit, surveyor }) => {
  const survey = await startSurvey(surveyor)
  await submitFilled(surveyor, survey)
  const page = await visit('phone')
  await openAs(page, surveyor, '/dashboard')
  await openLast(page, survey)
  const dialog = page.getByRole('dialog', { name: 'Reopen the survey?' })
  await button(page, 'Save').tap()
  await dialog.getByRole('button', { name: 'Cancel' }).tap()
  await dialog.waitFor({ state: 'hidden' })
  expect((await readSurvey(surveyor, survey.id)).status).toBe('Completed')
  await button(page, 'Save').tap()
  await tookFocus(dialog)
  await dialog.getByRole('button', { name: 'Reopen and save' }).tap()
  await page.getByText('The survey you wanted to save has been saved successfully').waitFor()
  expect((await readSurvey(surveyor, survey.id)).status).toBe('Started')
})
