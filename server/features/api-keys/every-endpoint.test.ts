import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { type KeyScope, keyRuleOf, keyScopes } from '#contract/api-key-scope.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ApiClient } from '#server/testing/api.ts'
import { makeKey } from '#server/testing/api-keys.ts'
import { addSampleTemplate, sampleTemplate } from '#server/testing/surveys.ts'
import { makeTeam } from '#server/testing/teams.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const noId = '019b0000-0000-7000-8000-000000000000'

/** Slices that concern the person or the installation: no key may call any of their endpoints. */
const forPeople = [
  ...['accounts', 'admin', 'analytics', 'apiKeys', 'bulkUploads', 'contacts', 'entry', 'guestDashboard'],
  ...['guests', 'health', 'legal', 'menu', 'outbox', 'passkeys', 'profile', 'recovery', 'sample'],
  ...['settings', 'social', 'unsentWork'],
]
const ofExports = ['reports.detail', 'reports.download', 'reports.zip']
/** Not about single surveys, so they can't be limited to a team or a template. */
const unlimited = ['customForms.', 'surveyMoves.', 'teams.mine']

const endpoints = [...api.values()]
const isAbout = (list: readonly string[], name: string) =>
  list.some((one) => name === one || name.startsWith(one.endsWith('.') ? one : `${one}.`))

let here: TestApp
const keys: Partial<Record<KeyScope | 'ofTeam' | 'ofTemplate', ApiClient>> = {}

beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  const admin = await here.make.account({ role: 'admin' })
  const team_id = await makeTeam(admin, [[admin, 'edit']])
  // An administrator's keys: the strongest account that there is.
  for (const scope of keyScopes) keys[scope] = (await makeKey(admin, { scopes: [scope] })).api
  keys.ofTeam = (await makeKey(admin, { scopes: keyScopes, team_id })).api
  keys.ofTemplate = (await makeKey(admin, { scopes: keyScopes, template_id: sampleTemplate.id })).api
})
afterAll(() => here.close())

async function call(key: keyof typeof keys, endpoint: Endpoint) {
  const params = { id: noId, member_id: noId, account_id: noId, recovered_id: noId, sub_section_id: noId }
  const answer = await keys[key]?.call(endpoint, { params })
  return { status: answer?.status, why: String(answer?.headers['www-authenticate'] ?? '') }
}

describe.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (name, endpoint) => {
  const rule = keyRuleOf(endpoint)

  test('has a rule that fits what it is about', () => {
    const isOpenOtherwise = ['public', 'guest', 'phoneGuest', 'ticket', 'anybody', 'optional']
    if (isAbout(forPeople, name) || endpoint.access !== 'surveyor') expect(rule.scope).toBe('person')
    else if (ofExports.includes(name) || name.startsWith('exports.')) expect(rule.scope).toBe('export')
    else expect(rule.scope).toBe(endpoint.method === 'GET' ? 'read' : 'write')
    if (isOpenOtherwise.includes(endpoint.access)) expect(rule.limited).toBe(false)
    if (rule.scope !== 'person') expect(rule.limited).toBe(!isAbout(unlimited, name))
  })

  if (['public', 'guest', 'phoneGuest', 'ticket'].includes(endpoint.access)) return

  test.each(keyScopes)('with a key that may only %s', async (scope) => {
    const { status, why } = await call(scope, endpoint)
    if (rule.scope === scope) {
      expect(why).toBe('')
      expect([401, 403]).not.toContain(status)
    } else {
      expect(status).toBe(403)
      const needed = rule.scope === 'person' ? '' : `, scope="${rule.scope}"`
      expect(why).toBe(`Bearer realm="fieldbook", error="insufficient_scope"${needed}`)
    }
  })

  test.each(['ofTeam', 'ofTemplate'] as const)('with a limited key: %s', async (key) => {
    const { status, why } = await call(key, endpoint)
    if (rule.scope !== 'person' && rule.limited) {
      expect(why).toBe('')
      expect([401, 403]).not.toContain(status)
    } else {
      expect(status).toBe(403)
      expect(why).toContain('insufficient_scope')
    }
  })
})

test('no endpoint was left out', () => {
  expect(endpoints.length).toBeGreaterThan(150)
})
