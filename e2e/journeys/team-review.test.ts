import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { answerHistory } from '#contract/surveys/answer-history.ts'
import { submitSurvey } from '#contract/surveys/surveys.ts'
import { seriousOn } from '../axe.ts'
import type { Size } from '../chromium.ts'
import { test } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { answerOf, formAddress, readSurvey, startSurvey, submitFilled } from '../scene.ts'
import { logIn } from '../screens/entry.ts'
import { form } from '../screens/form.ts'
import { admin, proven, type Surveyor } from '../site.ts'
import { leaveTeam, submittedToTeam } from '../teams.ts'

const first = 'Property and visit'

test('a reviewer sends a survey back with a note, the surveyor corrects it on the phone, the reviewer accepts', async ({
  site,
  visit,
}) => {
  const { surveyor, reviewer, survey } = await submittedToTeam(site)
  async function open(who: Surveyor, size: Size): Promise<Page> {
    const page = await visit(size, { bypassCSP: true })
    await openAs(page, who, '/dashboard')
    return page
  }

  // At the desk: pending reviews are on the dashboard, in a table by person and state.
  const desk = await open(reviewer, 'desktop')
  await desk.getByRole('link', { name: 'Team surveys: 1 to review' }).click()
  await desk.getByRole('heading', { name: 'Team surveys' }).waitFor()
  const row = desk.getByRole('row', { name: /Hill House/ })
  await row.getByText('Submitted', { exact: true }).waitFor()
  expect(await seriousOn(desk)).toEqual([])
  await desk.getByLabel('State').selectOption({ label: 'Accepted (0)' })
  await desk.getByText('No surveys match these filters').waitFor()
  await desk.getByRole('button', { name: 'Clear filters' }).click()
  await row.getByRole('link', { name: 'Hill House' }).click()

  // A reviewer reads, and writes notes at the fields.
  const reading = form(desk)
  await reading.heading(first).waitFor()
  expect(await desk.getByRole('textbox').count()).toBe(0)
  await desk.getByRole('button', { name: 'Add note to Address' }).click()
  await reading.dialog.getByLabel('Note').fill('Which entrance?')
  // Typed text survives its dialog and the page.
  await desk.keyboard.press('Escape')
  await desk.reload()
  await desk.getByRole('button', { name: 'Add note to Address' }).click()
  expect(await reading.dialog.getByLabel('Note').inputValue()).toBe('Which entrance?')
  await reading.dialog.getByRole('button', { name: 'Save note' }).click()
  await desk.getByText('Your note, not sent yet').waitFor()
  expect(await seriousOn(desk)).toEqual([])
  const review = desk.getByRole('region', { name: 'Review' })
  await review.getByText('1 note to send').waitFor()
  await review.getByRole('button', { name: 'Send back' }).click()
  // Editable at once, like a note.
  await expect
    .poll(() => reading.dialog.getByLabel('Message to the surveyor').evaluate((one) => one.matches(':focus')))
    .toBe(true)
  await desk.keyboard.type('Nearly there.')
  expect(await seriousOn(desk)).toEqual([])
  await reading.dialog.getByRole('button', { name: 'Send back' }).click()
  await reading.dialog.waitFor({ state: 'hidden' })
  await review.waitFor({ state: 'hidden' })
  const [mail = ''] = await site.mailsTo(surveyor.email)
  expect(mail).toContain('sent a survey back to you with 1 note')

  // On the phone: first on the dashboard, with a chip in the list.
  const phone = await open(surveyor, 'phone')
  const sentBack = phone.getByRole('region', { name: 'Sent back' })
  await sentBack.getByText('A survey was sent back to you:').waitFor()
  expect(await seriousOn(phone)).toEqual([])
  const listed = phone.getByRole('region', { name: 'Surveys', exact: true })
  await listed.getByRole('link', { name: 'Hill House' }).tap()
  await phone.getByText(/^Sent back \(1 note\) · Sam Jones · /).waitFor()
  await phone.keyboard.press('Escape')
  await sentBack.getByRole('link', { name: 'Hill House' }).tap()
  const filling = form(phone)
  await filling.heading(first).waitFor()
  await phone.getByText(/^Sent back by Sam Jones, /).waitFor()
  await phone.getByText('Nearly there.').waitFor()
  // Offline, the note is at its field.
  await phone.context().setOffline(true)
  await filling.leave()
  await sentBack.getByRole('link', { name: 'Hill House' }).tap()
  await filling.heading(first).waitFor()
  await phone.getByText('Note by Sam Jones').waitFor()
  expect(await seriousOn(phone)).toEqual([])
  const drawn = await phone.getByRole('textbox', { name: 'Address', exact: true }).elementHandle()
  await phone.getByRole('link', { name: `${first}: Address` }).tap()
  await filling.input('Address').fill('12 Ridge Road, north entrance')
  await filling.input('Address').press('Tab')
  await phone.context().setOffline(false)
  const saved = async () => answerOf(await readSurvey(surveyor, survey.id), first, 'Address').field_value
  await expect.poll(saved).toBe('12 Ridge Road, north entrance')
  // The link navigated within the form: remounting would remove the field under fast typing.
  expect(await drawn?.evaluate((field) => field.isConnected)).toBe(true)
  await submitFrom(phone)

  // At the desk again: resubmitted, with the previous note; both see the acceptance.
  await desk.goto('/Team?state=submitted')
  await row.getByText('Submitted again').waitFor()
  await row.getByRole('link', { name: 'Hill House' }).click()
  await desk.getByText('12 Ridge Road, north entrance').waitFor()
  await desk.getByText('Note by Sam Jones').waitFor()
  await review.getByRole('button', { name: 'Accept' }).click()
  await reading.dialog.getByRole('button', { name: 'Accept' }).waitFor()
  expect(await seriousOn(desk)).toEqual([])
  await reading.dialog.getByRole('button', { name: 'Accept' }).click()
  await desk.getByText(/^Accepted by Sam Jones, /).waitFor()
  expect(await review.getByText(/or accept it/).count()).toBe(0)

  await phone.goto(formAddress(survey))
  await phone.getByText(/^Accepted by Sam Jones, /).waitFor()
  // A later change revokes it, on both screens.
  await filling.input('Address').fill('12 Ridge Road, south entrance')
  await phone.getByText(/^Accepted by Sam Jones, /).waitFor({ state: 'hidden' })
  await expect.poll(saved).toBe('12 Ridge Road, south entrance')
  await desk.getByText(/^Accepted by Sam Jones, /).waitFor({ state: 'hidden' })
  const detail_id = answerOf(survey, first, 'Address').id
  const history = await surveyor.api.call(answerHistory, { params: { id: survey.id }, query: { detail_id } })
  expect(history?.body.data.every(({ attributes }) => attributes.edited_by === 'Sam Rivera')).toBe(true)

  // From a survey, the back link leads to the filtered team list.
  await desk.getByRole('link', { name: 'Back to the team surveys' }).click()
  await desk.getByRole('heading', { name: 'Team surveys' }).waitFor()
  expect(new URL(desk.url()).search).toBe('?state=submitted')
  // A reviewer removed from the team while a survey is open can no longer review it.
  await submitFilled(surveyor, survey)
  await desk.reload()
  await row.getByRole('link', { name: 'Hill House' }).click()
  await review.getByRole('button', { name: 'Accept' }).waitFor()
  await leaveTeam(site, reviewer)
  await desk.getByText(/^You no longer have access to this survey/).waitFor()
  await review.waitFor({ state: 'hidden' })
})

test('a reviewer sends a survey back and accepts it from its report', async ({ site, visit }) => {
  const { surveyor, reviewer, survey } = await submittedToTeam(site)
  const submit = () => surveyor.api.call(submitSurvey, { ...of(survey), body: { status: 'Completed' } })

  // By an address, on a phone without the survey.
  const page = await visit('phone', { bypassCSP: true })
  await openAs(page, reviewer, `/SaveAsPdf/${survey.id}`)
  const review = page.getByRole('region', { name: 'Review' })
  const tops = ['link', 'button'] as const
  const reached = await Promise.all(
    tops.map((role) =>
      review
        .getByRole(role)
        .last()
        .evaluate((one) => one.getBoundingClientRect().top),
    ),
  )
  expect(new Set(reached).size, `one row: ${reached}`).toBe(1)
  expect(await seriousOn(page)).toEqual([])
  await page.emulateMedia({ media: 'print' })
  await review.waitFor({ state: 'hidden' })
  await page.emulateMedia({ media: 'screen' })

  // Notes made in the form, in another tab, are sent from here.
  const form = await page.context().newPage()
  await form.goto(formAddress(survey))
  await form.getByRole('button', { name: 'Add note to Address' }).tap()
  await form.getByRole('dialog').getByLabel('Note').fill('Which entrance?')
  await form.getByRole('dialog').getByRole('button', { name: 'Save note' }).tap()
  await review.getByText('1 note to send').waitFor()
  await review.getByRole('button', { name: 'Send back' }).tap()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Which entrance?').waitFor()
  expect(await seriousOn(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Send back' }).tap()
  await page.getByText(/^Sent back by Sam Jones, /).waitFor()
  await review.waitFor({ state: 'hidden' })
  expect(await seriousOn(page)).toEqual([])
  await form.getByText('Note by Sam Jones').waitFor()
  await form.close()

  // It is resubmitted while the report is open, and announced by mail.
  await submit()
  await review.getByRole('button', { name: 'Accept' }).tap()
  await dialog.getByRole('button', { name: 'Accept' }).tap()
  await page.getByText(/^Accepted by Sam Jones, /).waitFor()
  expect((await site.mailsTo(reviewer.email)).some((mail) => mail.includes('submitted a survey again'))).toBe(
    true,
  )
  expect((await readSurvey(surveyor, survey.id)).review?.state).toBe('accepted')

  // The surveyor's own page shows none of it.
  const own = await visit('desktop')
  await openAs(own, surveyor, `/SaveAsPdf/${survey.id}`)
  await own.getByRole('article', { name: 'Hill House' }).waitFor()
  expect(await own.getByRole('region', { name: 'Review' }).count()).toBe(0)
})

test('an admin creates a team and hands over a leaver’s surveys, without opening any', async ({
  site,
  visit,
}) => {
  const leaver = await proven(site, 'Lewis')
  const heir = await proven(site, 'Hadley')
  const survey = await startSurvey(leaver, { name: 'Left House' })
  const page = await visit('desktop', { bypassCSP: true })
  await logIn(page, { ...leaver, ...admin })
  await page.goto('/Adminconsole2?tab=teams')
  await page.getByRole('button', { name: 'Create team' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create team' }).click()
  await dialog.getByText('Please enter a name for the team.').waitFor()
  await dialog.getByLabel('Team name').fill(`North ${survey.id.slice(-6)}`)
  await dialog.getByRole('button', { name: 'Create team' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const north = page.getByRole('listitem').filter({ hasText: `North ${survey.id.slice(-6)}` })
  for (const [person, access] of [
    [leaver, 'Own surveys only'],
    [heir, 'Can review'],
  ] as const) {
    await north.getByRole('button', { name: /^Add person to/ }).click()
    await dialog.getByLabel('Person').fill(person.email)
    await page.getByRole('option', { name: new RegExp(person.email) }).click()
    await dialog.getByLabel('Access to the others’ surveys').selectOption({ label: access })
    await dialog.getByRole('button', { name: 'Add person' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await north.getByText(person.email).waitFor()
  }
  expect(await seriousOn(page)).toEqual([])
  expect((await heir.api.call(answerHistory, historyOf(survey)))?.status).toBe(200)
  await north.getByLabel(`Access of Sam Hadley`).selectOption({ label: 'Own surveys only' })
  await expect.poll(async () => (await heir.api.call(answerHistory, historyOf(survey)))?.status).toBe(404)

  await page.goto(`/Adminconsole2?search=${encodeURIComponent(leaver.email)}`)
  const manage = page.getByRole('button', { name: 'Manage Sam Lewis' })
  await manage.click()
  await dialog.getByRole('button', { name: 'Disable' }).click()
  // The list arrives late; a survey opened meanwhile follows it.
  const late = Promise.withResolvers<void>()
  await page.route('**/admin/accounts?*', (route) => late.promise.then(() => route.continue()))
  await dialog.getByRole('button', { name: 'Disable' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await manage.click()
  await dialog.getByText('Active', { exact: true }).waitFor()
  late.resolve()
  await dialog.getByRole('button', { name: 'Hand over surveys' }).click()
  await dialog.getByLabel('New owner').fill(heir.email)
  await page.getByRole('option', { name: new RegExp(heir.email) }).click()
  expect(await seriousOn(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Hand over' }).click()
  await page.getByText('1 survey was handed over.').waitFor()
  expect((await readSurvey(heir, survey.id)).my_role).toBe('owner')
  await page.goto(formAddress(survey))
  await page
    .getByText('This survey is not available')
    .or(page.getByText(/[Ii]nvalid/))
    .first()
    .waitFor()
})

const of = ({ id }: { readonly id: string }) => ({ params: { id } })

const historyOf = (survey: Awaited<ReturnType<typeof startSurvey>>) => ({
  params: { id: survey.id },
  query: { detail_id: answerOf(survey, first, 'Address').id },
})

/** From the last section, across any sections in between. */
async function submitFrom(page: Page): Promise<void> {
  const fields = form(page)
  for (const section of [
    ...['Building exterior', 'Shared interior', 'Unit inspection', 'Systems and utilities'],
    'Safety and result',
  ])
    await fields.next(section)
  await fields.submit.click()
  await page.getByText('The survey you wanted to submit has been submitted successfully').waitFor()
}
