import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { openAs } from '../open-as.ts'
import { answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { form } from '../screens/form.ts'
import { test } from './fixtures.ts'

/** Milliseconds from the first field: before, while and after the code behind the screen loads. */
const moments = [0, 60, 150, 300]

test.for(moments)(
  'if the network fails %i ms after a page, text typed then is sent once it is back',
  async (moment, { visit, surveyor }) => {
    const survey = await startSurvey(surveyor)
    const { page, link } = await visit('phone')
    await openAs(page, surveyor, formAddress(survey))
    await form(page).input('Property name').waitFor()
    await pause(moment)
    link.cut()
    await form(page).input('Property name').fill('Hill House')
    await form(page)
      .syncLine.getByText(/on this device/)
      .waitFor()
    link.mend()
    await form(page)
      .syncLine.getByText(/On the server/)
      .waitFor({ timeout: 60_000 })
    const arrived = await readSurvey(surveyor, survey.id)
    expect(answerOf(arrived, 'Property and visit', 'Property name').field_value).toBe('Hill House')
  },
)
