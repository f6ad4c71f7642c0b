import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeAccountAccess } from '#contract/admin/admin.ts'
import { navigationMenu } from '#contract/admin/menu.ts'
import { submitSurvey } from '#contract/surveys/surveys.ts'
import { BadConfig, readConfig } from '#server/config.ts'
import type { ApiClient } from '#server/testing/api.ts'
import { addSampleTemplate, allMandatory, save, startSurvey } from '#server/testing/surveys.ts'
import { makeTeam, setGrant } from '#server/testing/teams.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { presentMenu } from './present.ts'

let here: TestApp
beforeAll(async () => {
  here = await testApp({
    MENU_LINKS: 'Help desk=https://help.example.com/?a=b; Our terms=/TermsAndConditions',
  })
})
afterAll(() => here.close())

async function items(api: ApiClient, headers: Record<string, string> = {}) {
  const { status, body } = await api.call(navigationMenu, {}, { headers })
  expect(status).toBe(200)
  return body.data.map(({ attributes }) => `${attributes.text} ${attributes.url}`)
}

test('requires a session with a changed password', async () => {
  const newcomer = await here.make.account({ passwordIsOwn: false })
  expect((await here.api.call(navigationMenu, {})).status).toBe(401)
  expect((await newcomer.api.call(navigationMenu, {})).status).toBe(403)
})

test('a surveyor has the product’s three items, and those the installation adds', async () => {
  const surveyor = await here.make.account()
  expect(await items(surveyor.api)).toEqual([
    'Dashboard /dashboard',
    'Profile settings /profile',
    'Help desk https://help.example.com/?a=b',
    'Our terms /TermsAndConditions',
    'Logout /profile/logout',
  ])
})

test('an administrator also has console, messages and terms; in the language of the call', async () => {
  const admin = await here.make.account({ role: 'admin' })
  expect(await items(admin.api, { 'accept-language': 'es-MX,es;q=0.9' })).toEqual([
    'Panel /dashboard',
    'Ajustes del perfil /profile',
    'Plantillas /Templates',
    'Consola de administración /Adminconsole2',
    'Entrega de correos /Emaildeliverability',
    'Términos y condiciones /TermsConditionsDetail',
    'Help desk https://help.example.com/?a=b',
    'Our terms /TermsAndConditions',
    'Cerrar sesión /profile/logout',
  ])
})

test('someone who may make templates gets the link to them, as long as an administrator allows it', async () => {
  const admin = await here.make.account({ role: 'admin' })
  const maker = await here.make.account()
  const allow = (may_make_templates: boolean) =>
    admin.api.call(changeAccountAccess, { params: { id: maker.id }, body: { may_make_templates } })
  await allow(true)
  expect(await items(maker.api)).toContain('Templates /Templates')
  await allow(false)
  expect(await items(maker.api)).not.toContain('Templates /Templates')
})

test('reviewers get the queue with its count until their right ends', async () => {
  await addSampleTemplate(here)
  const admin = await here.make.account({ role: 'admin' })
  const [surveyor, reviewer] = [await here.make.account(), await here.make.account()]
  const team = await makeTeam(admin, [
    [surveyor, 'none'],
    [reviewer, 'review'],
  ])
  expect(await items(reviewer.api)).toContain('Review /Review')
  expect(await items(surveyor.api)).not.toContain('Review /Review')
  const survey = await startSurvey(surveyor)
  await save(surveyor, survey, allMandatory)
  await surveyor.api.call(submitSurvey, { params: { id: survey.id }, body: { status: 'Completed' } })
  const counted = async () => {
    const { body } = await reviewer.api.call(navigationMenu, {})
    return body.data.find(({ id }) => id === 'review')?.attributes.count
  }
  expect(await counted()).toBe(1)
  await setGrant(admin, team, reviewer, 'read')
  expect(await items(reviewer.api)).not.toContain('Review /Review')
})

const hostile = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,x',
  '//evil.example.com',
  '/\\evil.example.com',
  '/a\t/b',
  'http://plain.example.com',
  'https:evil.example.com',
  'https://user:secret@example.com',
  'https://',
  'dashboard',
  '',
]

test.each(hostile)('an item never leads to %j', (url) => {
  expect(
    presentMenu({ role: 'surveyor', makesTemplates: false, waiting: null }, [{ text: 'Free tools', url }]),
  ).toHaveLength(3)
  expect(() => readConfig({ MENU_LINKS: `Free tools=${url}` })).toThrow(BadConfig)
})
