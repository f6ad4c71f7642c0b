import type { Browser, Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import { test, type Visit } from '../fixtures.ts'
import { freeze, freezeTold } from '../frozen-tab.ts'
import { openAs } from '../open-as.ts'
import { photo } from '../pictures.ts'
import { answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { form } from '../screens/form.ts'
import { media } from '../screens/media.ts'
import type { Surveyor } from '../site.ts'

const firstSection = 'Property and visit'
const saves = '**/auto_save_survey_details'

/** The server accepts this tab's save, but the tab gets no reply until released. */
async function holdAnswers(page: Page) {
  const taken = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  await page.route(saves, async (route: Route) => {
    const answer = await route.fetch()
    taken.resolve()
    await over.promise
    await route.fulfill({ response: answer }).catch(() => undefined)
  })
  return { taken: taken.promise, hear: () => over.resolve() }
}

async function onServer(surveyor: Surveyor, id: string) {
  const survey = await readSurvey(surveyor, id)
  const { field_value, revision } = answerOf(survey, firstSection, 'Property name')
  const { photos } = answerOf(survey, firstSection, 'Overview')
  return {
    name: [field_value, revision],
    address: answerOf(survey, firstSection, 'Address').field_value,
    photos: photos.map(({ filename }) => filename),
  }
}

const sent = (page: Page) => form(page).syncLine.getByText(/On the server/)

test('a tab closed while sending leaves the rest to the other, and everything arrives once', async ({
  visit,
  surveyor,
}) => {
  const [shared, own] = [await startSurvey(surveyor), await startSurvey(surveyor, { name: 'Mill Lane' })]
  const one = await visit('desktop')
  await openAs(one, surveyor, formAddress(shared))
  await form(one).input('Property name').waitFor()
  const { taken } = await holdAnswers(one)
  await form(one).input('Property name').fill('Hill House')
  await taken
  // From here on it holds the lock without a reply.
  const two = await one.context().newPage()
  await two.goto(formAddress(shared))
  await form(two).input('Address').fill('12 Ridge Road')
  await media(two, 'Overview').open()
  await media(two, 'Overview').pick([await photo('gate.jpg', 1)])
  const three = await one.context().newPage()
  await three.goto(formAddress(own))
  await form(three).input('Property name').fill('Mill')
  await one.close()

  await sent(two).waitFor()
  await sent(three).waitFor()
  expect(await onServer(surveyor, shared.id)).toEqual({
    name: ['Hill House', 1],
    address: '12 Ridge Road',
    photos: ['gate.jpg'],
  })
  expect((await onServer(surveyor, own.id)).name).toEqual(['Mill', 1])
})

interface Options {
  readonly chrome: Browser
  readonly visit: Visit
  readonly surveyor: Surveyor
}

async function freezesWhileItSends(
  { chrome, visit, surveyor }: Options,
  stop: (chrome: Browser, page: Page) => Promise<() => void | Promise<void>>,
) {
  const survey = await startSurvey(surveyor)
  const frozen = await visit('phone')
  await openAs(frozen, surveyor, formAddress(survey))
  await form(frozen).input('Property name').waitFor()
  const { taken, hear } = await holdAnswers(frozen)
  await form(frozen).input('Property name').fill('Hill House')
  await taken
  const thaw = await stop(chrome, frozen)

  const used = await frozen.context().newPage()
  await used.goto(formAddress(survey))
  await form(used).input('Address').fill('12 Ridge Road')
  await sent(used).waitFor()
  const arrived = { name: ['Hill House', 1], address: '12 Ridge Road', photos: [] }
  expect(await onServer(surveyor, survey.id)).toEqual(arrived)

  await thaw()
  hear()
  await expect.poll(() => form(frozen).input('Address').inputValue()).toBe('12 Ridge Road')
  await form(frozen).input('Inspector').fill('Ada Moore')
  await sent(frozen).waitFor()
  const read = async () =>
    answerOf(await readSurvey(surveyor, survey.id), firstSection, 'Inspector').field_value
  await expect.poll(read).toBe('Ada Moore')
  expect(await onServer(surveyor, survey.id)).toEqual(arrived)
}

test('a tab frozen by the system while sending loses its lock to the active one, and continues when resumed', async ({
  chrome,
  visit,
  surveyor,
}) => {
  await freezesWhileItSends({ chrome, visit, surveyor }, freeze)
})

test('a tab frozen by the browser mid-work releases its lock and the store, and continues when resumed', async ({
  chrome,
  visit,
  surveyor,
}) => {
  await freezesWhileItSends({ chrome, visit, surveyor }, freezeTold)
})
