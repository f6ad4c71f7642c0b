import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countryCodes, logIn, profile, signUp } from '#contract/accounts/accounts.ts'
import { changeSettings } from '#contract/accounts/settings.ts'
import { t } from '#contract/messages/translate.ts'
import { guestPdfDownload } from '#contract/sharing/guests.ts'
import { reportDownload } from '#contract/sharing/reports.ts'
import { listSurveys } from '#contract/surveys/surveys.ts'
import { inLanguage, languageOf } from '#server/language.ts'
import { goodPassword } from '#server/testing/make.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { share } from '#server/testing/shared-survey.ts'
import { addSampleTemplate, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let here: TestApp
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
})
afterAll(() => here.close())

const spanish = { headers: { 'accept-language': 'es-MX,es;q=0.9,en;q=0.8' } }
const wrong = { body: { data: { attributes: { email: 'nobody@example.com', password: 'Wrong1horse' } } } }

describe('a call is answered in the language of its Accept-Language header', () => {
  test.each([
    [undefined, 'Your login credentials are incorrect'],
    ['*', 'Your login credentials are incorrect'],
    ['en-GB,en;q=0.9,es;q=0.8', 'Your login credentials are incorrect'],
    ['fr-CA', 'Your login credentials are incorrect'],
    ['es', 'Sus datos de acceso no son correctos'],
    ['es-419,es;q=0.9', 'Sus datos de acceso no son correctos'],
  ])('%s', async (header, words) => {
    const headers = header === undefined ? {} : { 'accept-language': header }
    const { errors } = await here.api.call(logIn, wrong, { headers })
    expect(errors).toEqual([{ message: words }])
  })

  test('also if the call fails before its handler', async () => {
    const { errors } = await here.api.call(profile, {}, spanish)
    expect(errors).toEqual([{ token: 'La sesión venció' }])
    const unread = await here.app.inject({
      method: 'POST',
      url: '/api/login/login',
      headers: { ...spanish.headers, 'content-type': 'application/json' },
      payload: '{"data": ',
    })
    expect(unread.json().errors).toEqual([{ message: 'No se pudo leer la solicitud.' }])
    const broken = await here.api.call(
      logIn,
      { body: { data: { attributes: { email: 'a@example.com', password: '' } } } },
      spanish,
    )
    expect(broken.errors).toContainEqual({ password: 'Escriba la contraseña' })
    const unknown = await here.app.inject({ method: 'GET', url: '/api/nothing', headers: spanish.headers })
    expect(unknown.json().errors).toEqual([{ message: 'No se encontró.' }])
  })

  test('simultaneous calls each get their own language', async () => {
    const asked = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 'es' : 'en'))
    const said = await Promise.all(
      asked.map((language) =>
        here.api
          .call(countryCodes, {}, { headers: { 'accept-language': language } })
          .then(({ body }) => body.data.find(({ id }) => id === 'DE')?.attributes.name),
      ),
    )
    expect(said).toEqual(asked.map((language) => (language === 'es' ? 'Alemania' : 'Germany')))
  })

  test('the text of a survey’s progress is translated', async () => {
    const sam = await here.make.account()
    await startSurvey(sam)
    const text = async (sending: object) =>
      (await sam.api.call(listSurveys, { query: {} }, sending)).body.data[0]?.attributes.progress
    expect(await text({})).toBe('0% completed')
    expect(await text(spanish)).toBe('0% completado')
  })
})

describe('messages use the language of their recipient', () => {
  test('the language of an account defaults to English', () => {
    expect(languageOf({ settings: { language: 'es' } })).toBe('es')
    for (const settings of [{}, null, 'es', { language: 'de' }, { language: null }, []])
      expect(languageOf({ settings })).toBe('en')
  })

  test('a new account gets the language of the sign-up call, and can change it', async () => {
    const email = 'nueva@example.com'
    const attributes = { first_name: 'Nora', last_name: 'Paz', email, password: goodPassword }
    const made = await here.api.call(
      signUp,
      { body: { data: { type: 'email_account', attributes } } },
      spanish,
    )
    expect(made.status).toBe(201)
    const row = await here.context.db
      .selectFrom('account')
      .select('settings')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    expect(languageOf(row)).toBe('es')
    const written = await here.context.db
      .selectFrom('message')
      .select('body')
      .where('recipient', '=', email)
      .executeTakeFirstOrThrow()
    expect(written.body).toContain('Enviado por Fieldbook')
  })

  test('the language persists across awaits and ends with the work', async () => {
    const later = inLanguage('es', async () => {
      await new Promise(setImmediate)
      return t('common.save')
    })
    expect(t('common.save')).toBe('Save')
    expect(await later).toBe('Guardar')
    expect(inLanguage('es', () => inLanguage('en', () => t('common.save')))).toBe('Save')
  })

  test('a PDF uses the language of its reader’s account, else of the browser, else of the owner', async () => {
    const sam = await here.make.account()
    const survey = await startSurvey(sam)
    await sam.api.call(changeSettings, { body: { data: { attributes: { language: 'es' } } } })
    const { body } = await sam.api.call(reportDownload, { params: { id: survey.id } })
    const opened = await here.api.open(body.data.url, { 'accept-language': 'en' })
    const { text, language } = await readPdf(opened.rawPayload)
    expect(language).toBe('es-419')
    for (const words of ['Informe de inspección', 'Página 1 de', '0% completado'])
      expect(text).toContain(words)
    const link = await share(sam, survey.id)
    const shared = await here.api.call(guestPdfDownload, { query: { guest_survey_id: link.id } })
    const languageFor = async (headers: Record<string, string>) =>
      (await readPdf((await here.api.open(shared.body.data.url, headers)).rawPayload)).language
    expect(await languageFor({ 'accept-language': 'en' })).toBe('en-US')
    expect(await languageFor({})).toBe('es-419')
  })
})
