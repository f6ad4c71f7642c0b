import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { guestSection } from '#contract/sharing/guests.ts'
import { generateLink } from '#contract/sharing/sharing.ts'
import { addSimilar, autoSave, type SurveyDetail, submitSurvey } from '#contract/surveys/surveys.ts'
import { test } from '../fixtures.ts'
import { tookFocus } from '../keyboard.ts'
import { openAs } from '../open-as.ts'
import { answerOf, formAddress, readSurvey, startSurvey, submitFilled } from '../scene.ts'
import { form } from '../screens/form.ts'
import { guest } from '../screens/guest.ts'
import type { Surveyor } from '../site.ts'

const units = 'Unit inspection'

/** A survey with all that is mandatory, and two more units that were copied and looked at by nobody. */
async function copiedUnits(surveyor: Surveyor): Promise<SurveyDetail> {
  const started = await startSurvey(surveyor)
  await submitFilled(surveyor, started)
  const section = unitsOf(started)
  const source = section.user_survey_sub_sections[0]?.id ?? ''
  for (const count of [1, 2]) {
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

test('Submit shows what was copied and never checked; one goes there, then submits it as it is', async ({
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
  const dialog = page.getByRole('dialog', { name: 'Copied and not checked' })
  await button(page, 'Submit').tap()
  await dialog.getByText(`Nobody has checked what was copied: ${count} answers.`).waitFor()
  await dialog.getByText(`${units} · 2 parts, ${count} answers`).waitFor()
  await dialog.getByRole('link', { name: /^East wing \(3\)/ }).tap()
  await shown.part('East wing \\(3\\)').waitFor()
  await dialog.waitFor({ state: 'hidden' })
  const confirm = page.getByRole('button', { name: /^Copied from / }).first()
  await confirm.tap()
  await expect.poll(async () => unchecked(await readSurvey(surveyor, survey.id))).toBe(count - 1)

  await openLast(page, survey)
  await button(page, 'Submit').tap()
  await dialog.getByText(`${units} · 2 parts, ${count - 1} answers`).waitFor()
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

test('Submit confirms all of it at once, and nothing is marked any more', async ({ visit, surveyor }) => {
  const survey = await copiedUnits(surveyor)
  const page = await visit('phone')
  await openAs(page, surveyor, '/dashboard')
  await openLast(page, survey)
  await button(page, 'Submit').tap()
  await page.getByRole('button', { name: 'Confirm all and submit' }).tap()
  await page.getByText('The survey you wanted to submit has been submitted successfully').waitFor()
  await expect.poll(async () => unchecked(await readSurvey(surveyor, survey.id))).toBe(0)
  expect((await readSurvey(surveyor, survey.id)).status).toBe('Completed')
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
