import fc from 'fast-check'
import { expect } from 'vitest'
import { answerHistory } from '#contract/surveys/answer-history.ts'
import { type Luck, openBadNetwork } from '../bad-network.ts'
import { test } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { patience } from '../patience.ts'
import { photo } from '../pictures.ts'
import { answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { form } from '../screens/form.ts'
import { media } from '../screens/media.ts'
import type { Surveyor } from '../site.ts'

const [first, second] = ['Property and visit', 'Building exterior']
const seed = 11

test('dropped and truncated replies and a Wi-Fi login page: everything arrives once', async ({
  site,
  visit,
  surveyor,
  onTestFinished,
}) => {
  const network = await openBadNetwork(site.address)
  onTestFinished(() => network.close())
  const survey = await startSurvey(surveyor)
  const page = await visit('phone', { baseURL: network.address })
  await openAs(page, surveyor, formAddress(survey))
  const fields = form(page)
  await fields.heading(first).waitFor()
  const fates = fc.sample(
    fc.oneof(
      { weight: 3, arbitrary: fc.constant<Luck>('through') },
      { weight: 2, arbitrary: fc.constantFrom<Luck>('unheard', 'cut', 'login-page', 'lost') },
    ),
    { seed, numRuns: 500 },
  )
  network.luck(() => fates.pop() ?? 'through')

  await fields.input('Property name').pressSequentially('Hill House')
  await fields.input('Address').pressSequentially('1 Hill Road')
  const pictures = media(page, 'Overview')
  await pictures.open()
  await pictures.pick([await photo('1.jpg', 1), await photo('2.jpg', 2)])
  await pictures.queue.nth(1).waitFor()
  await pictures.leave()
  await fields.next(second)
  await fields.input('Building name or number').pressSequentially('East wing')
  await fields.press('Roof and gutters', 'Good')
  await fields.press('Walls and siding', 'Good')
  await page.getByRole('button', { name: 'Add another building' }).click()
  await fields.part(`${second} 2`).waitFor()
  await fields.input('Building name or number').pressSequentially('West wing')
  await fields.syncLine.getByText(/On the server/).waitFor({ timeout: 4 * patience })

  // Every fate occurred.
  for (const luck of ['unheard', 'cut', 'login-page', 'lost'] as const)
    expect(network.met.get(luck) ?? 0, luck).toBeGreaterThan(0)
  const arrived = await readSurvey(surveyor, survey.id)
  const section = arrived.user_survey_sections.find((one) => one.user_survey_section_name === second)
  expect(section?.user_survey_sub_sections).toHaveLength(2)
  expect(answerOf(arrived, first, 'Overview').photos.map(({ filename }) => filename)).toEqual([
    '1.jpg',
    '2.jpg',
  ])
  for (const [where, field, part, value] of [
    [first, 'Property name', 0, 'Hill House'],
    [first, 'Address', 0, '1 Hill Road'],
    [second, 'Building name or number', 0, 'East wing'],
    [second, 'Building name or number', 1, 'West wing'],
  ] as const) {
    const { id, field_value } = answerOf(arrived, where, field, part)
    expect(field_value).toBe(value)
    await expectEachOnce(surveyor, survey.id, id)
  }
})

/** Expects each value once in the history, none lost, although many were sent repeatedly. */
async function expectEachOnce({ api }: Surveyor, survey: string, detail: string): Promise<void> {
  const read = await api.call(answerHistory, { params: { id: survey }, query: { detail_id: detail } })
  const values = read?.body.data.map(({ attributes }) => attributes) ?? []
  expect(values.filter(({ outcome }) => outcome === 'lost')).toEqual([])
  const texts = values.map(({ field_value }) => field_value)
  expect(texts).toEqual([...new Set(texts)])
}
