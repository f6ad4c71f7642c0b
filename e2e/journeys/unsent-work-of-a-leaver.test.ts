import { expect } from 'vitest'
import { seriousOn } from '../axe.ts'
import { test } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { answerFields, answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { adminConsole } from '../screens/admin.ts'
import { entry, logIn } from '../screens/entry.ts'
import { form } from '../screens/form.ts'
import { withoutServer } from '../screens/storage.ts'
import { admin, proven } from '../site.ts'
import { leaveTo } from '../teams.ts'

const first = 'Property and visit'

test('an administrator collects a leaver’s unsent work, and the new owner decides', async ({
  site,
  visit,
}) => {
  const leaver = await proven(site, 'Leaver')
  const heir = await proven(site, 'Heir')
  const survey = await startSurvey(leaver)
  const phone = await visit('phone', { bypassCSP: true })
  await openAs(phone, leaver, formAddress(survey))
  const filling = form(phone)
  await filling.input('Property name').waitFor()
  const back = await withoutServer(phone)
  await filling.input('Property name').fill('Typed offline')
  await filling.input('Address').fill('12 Ridge Road')
  await filling.input('Address').press('Tab')
  await filling.syncLine.getByText(/on this device/).waitFor()

  await leaveTo(site, leaver, heir)
  await answerFields(heir, await readSurvey(heir, survey.id), first, {
    'Property name': { field_value: 'By the heir' },
  })
  await back()
  await phone.reload()
  await entry(phone).logInButton.waitFor()
  await phone
    .getByText(
      'The account Sam Leaver is disabled. Its 2 unsent changes are kept on this device. An administrator can collect them.',
    )
    .waitFor()
  expect(await seriousOn(phone)).toEqual([])
  // The notice of the ended session is separate.
  await phone.getByRole('button', { name: 'Ok' }).tap()

  const desk = await visit('desktop', { bypassCSP: true })
  await logIn(desk, admin)
  const office = adminConsole(desk)
  await office.open()
  await office.ask('Sam Leaver', 'Collect unsent work')
  await office.dialog.getByRole('button', { name: 'Create code' }).click()
  const code = await office.dialog.getByText(/^\d{4} \d{4}$/).innerText()
  expect(await seriousOn(desk)).toEqual([])

  await phone.getByRole('button', { name: 'Enter collection code' }).tap()
  const dialog = phone.getByRole('dialog')
  const send = dialog.getByRole('button', { name: 'Send unsent work' })
  await dialog
    .getByLabel('Collection code')
    .fill(code.replace(/\d$/, (last) => String((Number(last) + 1) % 10)))
  await send.tap()
  await dialog.getByText('This code is not valid.').waitFor()
  expect(await seriousOn(phone)).toEqual([])
  await dialog.getByLabel('Collection code').fill(code)
  await send.tap()
  await dialog.getByText('Everything from Sam Leaver was sent.').waitFor()
  expect(await seriousOn(phone)).toEqual([])
  await dialog.getByRole('button', { name: 'Close' }).last().tap()
  await phone.getByText(/unsent change/).waitFor({ state: 'detached' })

  const value = async (field: string) => answerOf(await readSurvey(heir, survey.id), first, field).field_value
  expect([await value('Property name'), await value('Address')]).toEqual(['By the heir', '12 Ridge Road'])
  const reading = await visit('desktop', { bypassCSP: true })
  await openAs(reading, heir, formAddress(survey))
  await reading
    .getByText('1 answer from a device of this survey’s former owner differs from yours.')
    .waitFor()
  await reading.getByRole('button', { name: 'Show them' }).click()
  const decision = reading.getByRole('dialog')
  await decision.getByText('Now in the survey: By the heir').waitFor()
  await decision.getByText('Typed offline').waitFor()
  expect(await seriousOn(reading)).toEqual([])
  await decision.getByRole('button', { name: 'Use this answer' }).click()
  await decision.waitFor({ state: 'detached' })
  expect(await value('Property name')).toBe('Typed offline')
})
