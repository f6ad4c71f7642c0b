import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { seriousOn } from '../axe.ts'
import type { Size } from '../chromium.ts'
import { fakeSpeech } from '../fake-speech.ts'
import { test, type Visit } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { photo } from '../pictures.ts'
import { answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { form } from '../screens/form.ts'
import type { Surveyor } from '../site.ts'
import { usually } from '../sizes.ts'

type Kind = Parameters<typeof fakeSpeech>[1]

const microphone = (page: Page, field: string) =>
  page.getByRole('button', { name: `Dictate ${field}`, exact: true })

/** A survey that is open at its first section, in a browser that hears what the journey says. */
async function openForm(visit: Visit, size: Size, surveyor: Surveyor, kind: Kind = 'SpeechRecognition') {
  const survey = await startSurvey(surveyor)
  const page = await visit(size, { bypassCSP: true })
  const speech = await fakeSpeech(page, kind)
  await openAs(page, surveyor, formAddress(survey))
  await form(page).heading('Property and visit').waitFor()
  const stored = async () =>
    answerOf(await readSurvey(surveyor, survey.id), 'Property and visit', 'Overview').field_value
  return {
    page,
    speech,
    stored,
    text: form(page).input('Overview'),
    button: microphone(page, 'Overview'),
    hearing: page.getByText('Hearing:'),
  }
}

const pressed = (page: Page, field: string) => microphone(page, field).getAttribute('aria-pressed')

describe.each<Size>(usually('phone'))('dictation on a %s', (size) => {
  test('spoken words go in at the caret, are saved, and guesses never are', async ({ visit, surveyor }) => {
    const { page, speech, stored, text, button, hearing } = await openForm(visit, size, surveyor)
    expect(await pressed(page, 'Overview')).toBe('false')
    const box = await button.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)

    await button.click()
    expect(await pressed(page, 'Overview')).toBe('true')
    expect(await speech.newest()).toEqual({
      lang: 'en-US',
      continuous: true,
      interimResults: true,
      state: 'running',
    })
    await page.getByText('Listening… Press again to stop.').waitFor()
    await speech.hear('the front gait')
    await hearing.getByText('the front gait').waitFor()
    expect(await text.inputValue()).toBe('')
    expect(await seriousOn(page)).toEqual([])

    await speech.hear('the front gate is open.', 'and')
    await expect.poll(() => text.inputValue()).toBe('The front gate is open')
    await expect.poll(stored).toBe('The front gate is open')

    // The user types in the middle of the text meanwhile.
    await text.focus()
    await text.evaluate((node: HTMLTextAreaElement) => node.setSelectionRange(9, 9))
    await page.keyboard.type(' iron')
    await speech.hear('the front gate is open.', 'garden.')
    await expect.poll(() => text.inputValue()).toBe('The front iron garden gate is open')

    await button.click()
    expect(await pressed(page, 'Overview')).toBe('false')
    // The last words come after the press.
    await speech.hear('the front gate is open.', 'garden.', 'wooden.')
    await speech.end()
    await expect.poll(() => text.inputValue()).toBe('The front iron garden wooden gate is open')
    await expect.poll(stored).toBe('The front iron garden wooden gate is open')
    await hearing.waitFor({ state: 'hidden' })
    expect(await speech.rounds()).toBe(1)
    expect(await stored()).not.toContain('gait')
  })

  test('it goes on quietly when the browser ends a round, and stops after silence', async ({
    visit,
    surveyor,
  }) => {
    const { page, speech, text, button } = await openForm(visit, size, surveyor, 'webkitSpeechRecognition')
    await text.focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await speech.hear('roof leaks.')
    await speech.end()
    expect(await speech.rounds()).toBe(2)
    await speech.hear('at the chimney.')
    await expect.poll(() => text.inputValue()).toBe('Roof leaks at the chimney')
    await speech.end()
    await speech.fail('no-speech')
    expect(await pressed(page, 'Overview')).toBe('true')
    await speech.fail('no-speech')
    await page.getByText('Dictation stopped because nothing was heard.').waitFor()
    expect(await pressed(page, 'Overview')).toBe('false')
    expect(await speech.rounds()).toBe(4)
    await button.click()
    await page.getByText('Dictation stopped').waitFor({ state: 'hidden' })
  })

  test('shows errors at the field, and typing continues', async ({ visit, surveyor }) => {
    const { page, speech, stored, text, button } = await openForm(visit, size, surveyor)
    const alert = page.getByRole('alert')
    for (const [code, words] of [
      ['not-allowed', 'This page is not allowed to use the microphone.'],
      ['audio-capture', 'No microphone was found.'],
      ['network', 'speech service cannot be reached'],
      ['language-not-supported', 'cannot dictate in the chosen language'],
    ] as const) {
      await button.click()
      await speech.fail(code)
      await alert.getByText(words).waitFor()
      expect(await pressed(page, 'Overview')).toBe('false')
    }
    expect(await seriousOn(page)).toEqual([])
    await speech.breakStart()
    await button.click()
    await alert.getByText('Dictation is not working right now.').waitFor()
    await text.pressSequentially('Typed instead')
    await expect.poll(stored).toBe('Typed instead')
  })

  test('a second field takes over; the next section and a hidden page end it', async ({
    visit,
    surveyor,
  }) => {
    const { page, speech, stored, button, text } = await openForm(visit, size, surveyor)
    await button.click()
    await form(page).next('Building exterior')
    expect((await speech.newest()).state).toBe('stopping')
    // Said before leaving, understood after.
    await speech.hear('gate is open.')
    await speech.end()
    await expect.poll(stored).toBe('Gate is open')
    await form(page).back('Property and visit')
    expect(await text.inputValue()).toBe('Gate is open')
    expect(await pressed(page, 'Overview')).toBe('false')

    await page.goto(page.url())
    await form(page).next('Building exterior')
    await form(page).next('Shared interior')
    await form(page).next('Unit inspection')
    await form(page).next('Systems and utilities')
    await form(page).next('Safety and result')
    const [first, second] = ['Immediate action needed', 'Recommendations'] as const
    await microphone(page, first).click()
    await microphone(page, second).click()
    expect(await pressed(page, first)).toBe('false')
    expect(await pressed(page, second)).toBe('true')
    expect(await speech.rounds()).toBe(1)
    await speech.hear('wire hangs loose.')
    await speech.end()
    expect(await form(page).input(first).inputValue()).toBe('Wire hangs loose')
    expect(await speech.rounds()).toBe(2)
    await speech.hear('call an electrician.')
    await expect.poll(() => form(page).input(second).inputValue()).toBe('Call an electrician')

    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    expect((await speech.newest()).state).toBe('stopping')
    expect(await pressed(page, second)).toBe('false')
  })

  test('the language is chosen in the settings and tried on the test screen', async ({ visit, surveyor }) => {
    const page = await visit(size, { bypassCSP: true })
    const speech = await fakeSpeech(page, 'SpeechRecognition')
    await openAs(page, surveyor, '/profile')
    await page.getByRole('link', { name: 'Open settings' }).click()
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    const language = page.getByRole('combobox', { name: 'Dictation language' })
    expect(await language.inputValue()).toBe('en-US')
    await language.selectOption({ label: 'German (Germany)' })
    expect(await seriousOn(page)).toEqual([])
    await page.getByRole('radio', { name: 'Dark' }).check()
    await expect.poll(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
    expect(await seriousOn(page)).toEqual([])
    await page.reload()
    await page.getByRole('radio', { name: 'Dark' }).waitFor()
    expect(await page.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true)
    expect(await language.inputValue()).toBe('de-DE')

    await page.getByRole('link', { name: 'Try dictation' }).click()
    await page.getByRole('heading', { name: 'Dictation test' }).waitFor()
    await page.getByText('German (Germany)').waitFor()
    expect(await seriousOn(page)).toEqual([])
    await microphone(page, 'Test text').click()
    expect((await speech.newest()).lang).toBe('de-DE')
    await speech.hear('das Tor ist offen.')
    const box = page.getByRole('textbox', { name: 'Test text' })
    await expect.poll(() => box.inputValue()).toBe('Das Tor ist offen')
    await microphone(page, 'Test text').click()
    expect((await speech.newest()).state).toBe('stopping')
  })

  test('a browser without dictation shows no button, and Settings says why', async ({ visit, surveyor }) => {
    const { page, text, stored } = await openForm(visit, size, surveyor, null)
    expect(await page.getByRole('button', { name: /^Dictate/ }).count()).toBe(0)
    await text.fill('Typed')
    await expect.poll(stored).toBe('Typed')
    for (const path of ['/Settings2', '/Cfspeechtotext5']) {
      await page.goto(path)
      await page.getByText('This browser does not support dictation').waitFor()
    }
  })
})

test('on Android, where guesses are called final and come again, every word comes once', async ({
  visit,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor)
  const userAgent =
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
  const page = await visit('phone', { userAgent })
  const speech = await fakeSpeech(page, 'webkitSpeechRecognition')
  await openAs(page, surveyor, formAddress(survey))
  await microphone(page, 'Overview').click()
  expect((await speech.newest()).continuous).toBe(false)
  await speech.hear('twinkle.')
  await speech.hear('twinkle.', 'twinkle twinkle.')
  await speech.hear('twinkle.', 'twinkle twinkle.', 'twinkle twinkle little star.')
  await speech.end()
  const text = form(page).input('Overview')
  await expect.poll(() => text.inputValue()).toBe('Twinkle twinkle little star')
  await speech.hear('how I wonder.')
  await speech.end()
  await expect.poll(() => text.inputValue()).toBe('Twinkle twinkle little star how I wonder')
})

test('a dictated description is stored with its photo', async ({ visit, surveyor }) => {
  const survey = await startSurvey(surveyor)
  const page = await visit('phone')
  const speech = await fakeSpeech(page, 'SpeechRecognition')
  await openAs(page, surveyor, formAddress(survey))
  await form(page).heading('Property and visit').waitFor()
  const camera = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Take a photo Overview', exact: true }).tap()
  await (await camera).setFiles([await photo('gate.jpg', 1)])
  await microphone(page, 'Caption of Photo 1').tap()
  await speech.hear('the front gate.', 'and')
  const said = page.getByRole('textbox', { name: 'Caption of Photo 1' })
  await expect.poll(() => said.inputValue()).toBe('The front gate')
  await microphone(page, 'Caption of Photo 1').tap()
  await form(page).save.click()
  const stored = async () =>
    answerOf(await readSurvey(surveyor, survey.id), 'Property and visit', 'Overview').photos
  await expect
    .poll(async () => (await stored()).map(({ description }) => description))
    .toEqual(['The front gate'])
})
