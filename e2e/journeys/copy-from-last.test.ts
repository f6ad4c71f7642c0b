import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { SurveyDetail } from '#contract/surveys/surveys.ts'
import type { Size } from '../chromium.ts'
import { test } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { photo } from '../pictures.ts'
import { answerFields, answerOf, attachTo, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { form } from '../screens/form.ts'
import { media } from '../screens/media.ts'
import type { Surveyor } from '../site.ts'
import { usually } from '../sizes.ts'
import { standsStill } from '../still.ts'

const section = 'Unit inspection'

/** Creates a survey whose first unit is filled, with a photo of its kitchen. */
async function oneUnit(surveyor: Surveyor): Promise<SurveyDetail> {
  const survey = await startSurvey(surveyor)
  await answerFields(surveyor, survey, section, {
    Building: { field_value: 'East wing' },
    'Unit number': { field_value: '4A' },
    'Overall condition': { field_value: 'Good' },
    'Repairs needed': { field_value_multiple: ['Paint'] },
    'Unit notes': { field_value: 'Panel behind the door' },
  })
  const kitchen = answerOf(survey, section, 'Kitchen').id
  await attachTo(surveyor, kitchen, { description: 'Sink', photos: await photo('sink.jpg', 3) })
  return readSurvey(surveyor, survey.id)
}

function copying(page: Page) {
  const group = page.getByRole('group', { name: 'Copy from the last filled?' })
  return {
    group,
    box: group.getByRole('checkbox', { name: 'Yes' }),
    said: group.getByRole('status'),
    choose: group.getByRole('button', { name: 'Choose what to copy' }),
    allRight: group.getByRole('button', { name: 'Confirm all' }),
    marks: page.getByRole('button', {
      name: /^Copied from 4A, not checked yet/,
    }),
  }
}

/** Scrolls to the button as a user does, and presses it once the fields on the way are rendered. */
async function addUnit(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Add another unit' })
  await button.evaluate((node) => node.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await button.evaluate(standsStill)
  await button.click()
}

describe.each<Size>(usually('phone'))('on a %s', (size) => {
  test('copies a second unit from the first, checks and corrects it, and undoes the copy', async ({
    visit,
    surveyor,
  }) => {
    const survey = await oneUnit(surveyor)
    const page = await visit(size)
    const home = survey.user_survey_sections.find((one) => one.user_survey_section_name === section)
    const first = survey.user_survey_sections[0]?.id ?? ''
    await openAs(page, surveyor, formAddress(survey).replace(first, home?.id ?? ''))
    const unit = form(page)
    const copy = copying(page)
    await unit.heading(section).waitFor()
    expect(await copy.group.count()).toBe(0)
    await addUnit(page)
    await unit.part(`${section} 2`).waitFor()

    await copy.box.check()
    await expect.poll(() => unit.input('Unit number').inputValue()).toBe('4A')
    await copy.said.getByText('4 answers, not checked yet').waitFor()
    expect(await unit.select('Building').inputValue()).toBe('East wing')
    await expect.poll(() => copy.marks.count()).toBe(4)
    // Photos and remarks of another unit are copied only on request.
    expect(await media(page, 'Kitchen').photos.count()).toBe(0)
    expect(await unit.input('Unit notes').inputValue()).toBe('')
    await copy.choose.click()
    const dialog = page.getByRole('dialog', { name: 'Choose what to copy' })
    await dialog.getByRole('checkbox', { name: 'Kitchen: photos and videos' }).check()
    await dialog.getByRole('checkbox', { name: 'Unit notes' }).check()
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await copy.said.getByText('5 answers, 1 file, not checked yet').waitFor()
    await expect.poll(() => copy.marks.count()).toBe(6)
    await expect.poll(() => media(page, 'Kitchen').photos.count()).toBe(1)

    // An edited or confirmed answer is checked.
    const number = unit.input('Unit number')
    await number.click()
    await expect.poll(() => copy.marks.count()).toBe(5)
    // The caret stays after the text although the field is rendered again without its mark.
    await page.keyboard.press('Backspace')
    await page.keyboard.type('B')
    await expect.poll(() => number.inputValue()).toBe('4B')
    await page.getByRole('button', { name: /^Copied from .*confirm \(Building\)$/ }).click()
    await expect.poll(() => copy.marks.count()).toBe(4)

    await copy.choose.click()
    await dialog.getByRole('checkbox', { name: 'Unit notes' }).uncheck()
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => unit.input('Unit notes').inputValue()).toBe('')
    await copy.said.getByText('2 answers, 1 file, not checked yet').waitFor()

    // All of it is on the server, the photo by reference, and remains after a reload.
    const stored = async (field: string, part: number) =>
      answerOf(await readSurvey(surveyor, survey.id), section, field, part)
    await expect.poll(async () => (await stored('Kitchen', 1)).photos.length).toBe(1)
    await expect.poll(async () => (await stored('Unit notes', 1)).field_value).toBe('')
    expect((await stored('Kitchen', 1)).photos[0]).toMatchObject({
      description: 'Sink',
      copied_from: (await stored('Kitchen', 0)).photos[0]?.id,
    })
    await expect.poll(async () => (await stored('Unit number', 1)).field_value).toBe('4B')
    await page.reload()
    // A reload opens the last edited unit: only the copy.
    await expect.poll(() => copy.marks.count()).toBe(3)
    expect(await copy.box.isChecked()).toBe(true)

    await copy.box.uncheck()
    await expect.poll(() => copy.marks.count()).toBe(0)
    await expect.poll(() => media(page, 'Kitchen').photos.count()).toBe(0)
    expect(await unit.input('Unit number').inputValue()).toBe('4B')
    await expect.poll(async () => (await stored('Kitchen', 1)).photos.length).toBe(0)
    expect((await stored('Kitchen', 0)).photos).toHaveLength(1)
    expect((await stored('Repairs needed', 0)).field_value_multiple).toEqual(['Paint'])
    await expect.poll(async () => (await stored('Repairs needed', 1)).field_value_multiple).toEqual([])
  })
})

test('offline, a copy waits on the device, and the next added one starts unchecked', async ({
  visit,
  surveyor,
}) => {
  const survey = await oneUnit(surveyor)
  const page = await visit('phone')
  const home = survey.user_survey_sections.find((one) => one.user_survey_section_name === section)
  const first = survey.user_survey_sections[0]?.id ?? ''
  await openAs(page, surveyor, formAddress(survey).replace(first, home?.id ?? ''))
  const unit = form(page)
  const copy = copying(page)
  await unit.heading(section).waitFor()
  await page.context().setOffline(true)
  await addUnit(page)
  await unit.part(`${section} 2`).waitFor()
  await copy.box.check()
  await expect.poll(() => copy.marks.count()).toBe(4)
  await copy.choose.click()
  const dialog = page.getByRole('dialog', { name: 'Choose what to copy' })
  await dialog.getByRole('checkbox', { name: 'Kitchen: photos and videos' }).check()
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect.poll(() => copy.marks.count()).toBe(5)
  await copy.allRight.click()
  await expect.poll(() => copy.marks.count()).toBe(0)
  await addUnit(page)
  await unit.part(`${section} 3`).waitFor()
  expect(await copy.box.isChecked()).toBe(false)
  await page.context().setOffline(false)
  const stored = async (field: string) => answerOf(await readSurvey(surveyor, survey.id), section, field, 1)
  await expect
    .poll(
      async () =>
        (await readSurvey(surveyor, survey.id)).user_survey_sections.find(({ id }) => id === home?.id)
          ?.user_survey_sub_sections.length,
    )
    .toBe(3)
  await expect.poll(async () => (await stored('Unit number')).field_value).toBe('4A')
  await expect.poll(async () => (await stored('Kitchen')).photos.length).toBe(1)
})
