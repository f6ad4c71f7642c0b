import { randomUUID } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { guestZip } from '#contract/guests.ts'
import { goodPassword, type MadeAccount } from '#server/testing/make.ts'
import { attach, phonePhoto, photoPart } from '#server/testing/media.ts'
import { oddPayloads, oddTexts, oddUploads, type Payload, spoilt } from '#server/testing/odd-input.ts'
import { makePlan } from '#server/testing/plans.ts'
import { share } from '#server/testing/shared-survey.ts'
import { SoftKey } from '#server/testing/soft-key.ts'
import {
  addSampleTemplate,
  detailOf,
  sampleTemplate,
  sectionNamed,
  startSurvey,
} from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const keySite = { origin: 'http://fieldbook.test', rpId: 'fieldbook.test' }

const provider = 'a-secret-of-the-provider'

let here: TestApp
let owner: MadeAccount
let newcomer: MadeAccount
/** Nobody else calls what deletes accounts: an odd address may well be a good one. */
let leaver: MadeAccount
let admin: MadeAccount
let good: ReadonlyMap<string, Good>
let noted: string
let photo: Buffer

interface Good {
  readonly params?: Record<string, string>
  readonly query?: Record<string, string>
  readonly body?: object
}

beforeAll(async () => {
  here = await testApp({ BOUNCE_SECRET: provider })
  await addSampleTemplate(here)
  owner = await here.make.account()
  newcomer = await here.make.account({ passwordIsOwn: false })
  leaver = await here.make.account()
  admin = await here.make.account({ role: 'admin' })
  photo = await phonePhoto()
  good = new Map(Object.entries(await goodInputs()))
})
afterAll(() => here.close())

/** For each endpoint that takes anything: what it would take. Spoilt part by part below. */
async function goodInputs(): Promise<Record<string, Good>> {
  const survey = await startSurvey(owner)
  const id = survey.id
  noted = detailOf(survey, 'Building', 'Notes').id
  const upload = await attach(owner, noted, [photoPart(photo)])
  const plan = await makePlan(owner, id)
  const link = await share(owner, id)
  const guest = { guest_survey_id: link.id }
  const { body } = await owner.api.call(guestZip, { query: guest })
  const ticket = body.data.uploaded_files_winzip.split('/').at(-1) ?? ''
  const section = sectionNamed(survey, 'Floor')
  const part = section.user_survey_sub_sections[0]
  const details = part?.user_survey_sub_section_details.slice(0, 1) ?? []
  const sections = [
    {
      id: section.id,
      user_survey_section_name: 'Floor',
      user_survey_sub_sections_attributes: [
        {
          id: part?.id,
          user_survey_sub_section_details_attributes: details.map((detail) => ({
            id: detail.id,
            field_value: 'x',
            field_value_multiple: ['x'],
            edited_at: '2026-05-01T10:20:30Z',
            base_revision: 0,
          })),
        },
      ],
    },
  ]
  const onOne = { user_survey_media_id: upload.id, photo_id: upload.photo_details[0]?.id ?? '' }
  const names = { first_name: 'Nell', last_name: 'Vance', full_phone_number: '+1 555 0100' }
  return {
    'accounts.endSession': { params: { id: newId() } },
    'accounts.logIn': {
      body: { data: { attributes: { email: owner.email, password: 'wrong', remember_me: true } } },
    },
    'accounts.logOut': {},
    'accounts.resetPassword': {
      body: { data: { attributes: { new_password: goodPassword, confirm_password: goodPassword } } },
    },
    'accounts.signUp': {
      body: {
        data: { type: 'email_account', attributes: { ...names, email: owner.email, password: 'weak' } },
      },
    },
    'admin.auditLog': {
      query: {
        account_id: newId(),
        action: 'survey.created',
        start_date: '01-05-2026',
        end_date: '02-05-2026',
        time_zone: 'America/New_York',
        before: newId(),
        per_page: '10',
      },
    },
    'admin.changeAccount': { params: { id: newId() }, body: { role: 'surveyor', disabled: true } },
    'admin.invite': { body: { data: { attributes: { ...names, email: owner.email, role: 'surveyor' } } } },
    'admin.inviteAgain': { params: { id: newId() } },
    'admin.listAccounts': {
      query: { search_query: 'nell', role: 'admin', state: 'invited', page: '1', per_page: '10' },
    },
    'admin.restoreAccount': { params: { id: newId() } },
    'admin.searchUsers': { query: { first_name: 'Nell', last_name: 'Vance' } },
    'entry.confirmCode': {
      query: { pin: '1234' },
      body: { data: { attributes: { pin: '1234', otp_code: '1234', token: 'A'.repeat(32) } } },
    },
    'entry.confirmEmail': { body: { token: 'A'.repeat(43) } },
    'entry.resendEmailLink': {},
    'entry.sendCode': {
      body: {
        data: {
          type: 'sms_account',
          attributes: { full_phone_number: names.full_phone_number, purpose: 'log-in' },
        },
      },
    },
    'guests.info': { query: guest },
    'guests.navigation': { query: guest },
    'guests.pdfDetails': { query: guest },
    'guests.pdfDownload': { query: guest },
    'guests.section': { query: { ...guest, guest_survey_section_id: section.id } },
    'guests.zip': { query: guest },
    'legal.accountGroup': { body: { data: { attributes: { name: 'admin', search_query: 'a', page: 1 } } } },
    'legal.answerTerms': { body: { id: newId(), is_accepted: true } },
    'legal.changePrivacy': { body: { data: { attributes: { description: 'x', based_on: newId() } } } },
    'legal.changeTerms': { body: { data: { attributes: { description: 'x', based_on: newId() } } } },
    'legal.listTerms': { query: { page: '1', per_page: '10' } },
    'legal.termsDetail': {
      params: { id: newId() },
      query: { page: '1', per_page: '10', search_query: 'a' },
    },
    'media.copy': {
      body: {
        id: newId(),
        user_survey_sub_section_detail_id: newId(),
        attached_photos: [{ id: newId(), copy_id: newId(), description: 'Left side' }],
        attached_videos: [{ id: newId(), copy_id: newId(), description: 'Left side' }],
      },
    },
    'media.delete': { query: { ...onOne, photo_id: newId() } },
    'media.describe': { body: { ...onOne, description: 'Left side' } },
    'media.draw': {},
    'media.undraw': { query: { ...onOne, photo_id: newId(), drawn_at: '2026-05-01T10:20:30Z' } },
    'media.counts': { query: { user_survey_id: id } },
    'media.file': { params: { ticket } },
    'media.upload': {},
    'media.uploadResumed': {
      body: {
        id: newId(),
        user_survey_sub_section_detail_id: noted,
        files: [
          {
            id: newId(),
            kind: 'video',
            upload: '0'.repeat(32),
            sha256: '0'.repeat(64),
            name: 'riser.mp4',
            description: 'Left side',
            poster: '1'.repeat(32),
          },
        ],
      },
    },
    'members.add': { params: { id }, body: { id: newId(), email: 'nell@example.com', role: 'editor' } },
    'members.change': { params: { id, member_id: newId() }, body: { role: 'viewer' } },
    'members.list': { params: { id } },
    'members.remove': { params: { id, member_id: newId() } },
    'plans.add': {},
    'plans.delete': { params: { id: newId() } },
    'plans.file': { params: { ticket } },
    'plans.rename': { params: { id: plan.id }, body: { name: 'Level 2' } },
    'plans.setPin': {
      params: { id: plan.id, sub_section_id: part?.id ?? '' },
      body: { x: 0.5, y: 0.5, edited_at: '2026-05-01T10:20:30Z' },
    },
    'profile.account': { params: { id: newId() } },
    'profile.change': {
      body: {
        data: {
          ...{ first_name: 'Nell', last_name: 'Vance', company_name: 'Hill House' },
          ...{ new_phone_number: '+14155550123', new_email: 'nell@example.com' },
          ...{ current_password: 'wrong', new_password: 'weak' },
          attributes: { first_name: 'Nell' },
        },
      },
    },
    'profile.changeAccount': { params: { id: newId() } },
    'profile.changePassword': {
      body: {
        data: {
          attributes: { token: 'x', old_password: 'wrong', new_password: 'weak', confirm_password: 'weak' },
        },
      },
    },
    'profile.changePasswordByPost': {
      body: {
        data: {
          attributes: { token: 'x', old_password: 'wrong', new_password: 'weak', confirm_password: 'weak' },
        },
      },
    },
    'profile.confirmNewEmail': { body: { data: { attributes: { token: 'unknown' } } } },
    'profile.confirmNewPhone': {
      body: { data: { attributes: { token: 'unknown', otp_code: '1234', current_password: 'wrong' } } },
    },
    'profile.deleteAccount': { params: { id: newId() } },
    'profile.photoFile': { params: { ticket } },
    'profile.putPhoto': {},
    'profile.removePhoto': { query: { account_id: newId() } },
    'profile.validateNewPhone': { body: { data: { new_phone_number: '+14155550123' } } },
    'recovery.askCode': {
      body: { data: { attributes: { email: owner.email, full_phone_number: '+1 555 0100' } } },
    },
    'recovery.askLink': {
      body: { data: { attributes: { email: owner.email, host: 'http://fieldbook.test' } }, host: 'x' },
    },
    'recovery.checkLink': { query: { token: 'A'.repeat(43) } },
    'recovery.confirmCode': { body: { data: { attributes: { token: 'A'.repeat(32), otp_code: '1234' } } } },
    'recovery.setPassword': {
      body: { token: 'A'.repeat(32), new_password: goodPassword, confirm_password: goodPassword },
    },
    'settings.change': {
      body: { data: { attributes: { theme: 'dark' }, changed_at: { theme: '2026-05-01T10:20:30Z' } } },
    },
    'reports.pdfFile': { params: { ticket } },
    'reports.detail': { params: { id } },
    'reports.download': { params: { id } },
    'reports.zip': { query: { user_survey_id: id } },
    'reports.zipFile': { params: { ticket } },
    'accounts.endOtherSessions': {},
    'outbox.bounce': { body: { provider_id: 'm1', to: 'b@example.com', reason: 'full' } },
    'outbox.list': {
      query: { to: 'b@', channel: 'email', status: 'failed', page: '1', per_page: '10' },
    },
    'outbox.retry': { params: { id: newId() } },
    'outbox.smsStatus': {
      body: { MessageSid: 'SM1', MessageStatus: 'failed', ErrorCode: '30003', ErrorMessage: 'Unknown' },
    },
    'outbox.test': { body: { channel: 'email', to: 'b@example.com' } },
    'passkeys.newOptions': { body: { data: { attributes: { current_password: goodPassword } } } },
    'passkeys.add': {
      body: {
        data: {
          id: newId(),
          attributes: { name: 'Tablet', response: new SoftKey(keySite).register({ challenge: 'AAAA' }) },
        },
      },
    },
    'passkeys.rename': { params: { id: newId() }, body: { data: { attributes: { name: 'Tablet' } } } },
    'passkeys.remove': { params: { id: newId() } },
    'passkeys.loginOptions': {},
    'passkeys.login': {
      body: {
        data: { id: newId(), attributes: { response: new SoftKey(keySite).answer({ challenge: 'AAAA' }) } },
      },
    },
    'sharing.activeLink': {
      params: { id: link.id },
      query: { link_share_id: link.id, link_token: link.token, user_survey_id: id },
    },
    'sharing.generateLink': { body: { link_share_id: newId(), ends_at: '2099-01-01T00:00:00Z' } },
    'sharing.revokeAccess': { body: { link_share_id: newId() } },
    'social.start': { body: { data: { attributes: { provider: 'acme' } } } },
    'social.joinByPassword': {
      body: { data: { attributes: { secret: 'A'.repeat(43), password: goodPassword, remember_me: true } } },
    },
    'social.mailJoinLink': { body: { data: { attributes: { secret: 'A'.repeat(43) } } } },
    'social.joinLinkDetails': { body: { data: { attributes: { token: 'A'.repeat(43) } } } },
    'social.joinByLink': { body: { data: { attributes: { token: 'A'.repeat(43) } } } },
    'social.startJoining': {
      body: { data: { attributes: { provider: 'acme', current_password: goodPassword } } },
    },
    'social.join': {
      body: {
        data: { attributes: { secret: 'A'.repeat(43), code: 'x', state: 'x', iss: 'x', id_token: 'x' } },
      },
    },
    'social.part': { params: { id: newId() } },
    'surveys.addSimilar': {
      body: {
        id: newId(),
        survey_template_id: sampleTemplate.id,
        user_survey_id: id,
        user_survey_section_id: section.id,
        user_survey_sections_attributes: [],
      },
    },
    'surveys.copyData': {
      query: {
        user_survey_id: id,
        user_survey_section_id: section.id,
        user_survey_sub_section_id: newId(),
      },
    },
    'surveys.history': { params: { id }, query: { detail_id: noted } },
    'surveys.autoSave': {
      body: {
        user_survey_id: id,
        survey_template_id: sampleTemplate.id,
        survey_name: 'Hill House',
        user_survey_sections_attributes: sections,
      },
    },
    'surveys.changed': { params: { id }, query: { version: 'x'.repeat(43) } },
    'surveys.create': {
      body: {
        id: newId(),
        survey_template_id: sampleTemplate.id,
        survey_name: 'Hill House',
        owner_name: 'Mrs Dudley',
        status: 'Started',
      },
    },
    'surveys.delete': { params: { id: newId() } },
    'surveys.dropdownOptions': { query: { user_survey_id: id } },
    'surveys.list': {
      query: {
        per_page: '10',
        page: '1',
        search_query: 'hill',
        start_date: '01-05-2026',
        end_date: '02-05-2026',
        time_zone: 'America/New_York',
        order: 'edited',
      },
    },
    'surveys.mappedField': {
      query: {
        survey_template_id: sampleTemplate.id,
        user_survey_id: id,
        user_survey_section_id: section.id,
        user_survey_sub_section_id: part?.id ?? '',
        template_field_id: details[0]?.template_field_id ?? '',
      },
    },
    'surveys.navigation': { query: { user_survey_id: id, search_query: 'floor' } },
    // Of an unknown survey: the stream of one that is there does not end
    'surveys.events': { params: { id: newId() }, query: { last_event_id: '7' } },
    'surveys.recovered': { params: { id } },
    'surveys.restoreRecovered': {
      params: { id, recovered_id: newId() },
      body: { user_survey_sub_section_id: part?.id ?? '' },
    },
    'surveys.dismissRecovered': { params: { id, recovered_id: newId() } },
    'surveys.reportSearch': {
      query: { survey_template_id: sampleTemplate.id, user_survey_id: id, search_query: 'floor' },
    },
    'surveys.searchedField': {
      query: {
        searched_field: 'Floor name (in Floor)',
        survey_template_id: sampleTemplate.id,
        user_survey_id: id,
      },
    },
    'surveys.section': {
      query: {
        user_survey_section_id: section.id,
        user_survey_id: id,
        user_survey_sub_section_id: part?.id ?? '',
      },
    },
    'surveys.removeSimilar': {
      query: {
        survey_template_id: sampleTemplate.id,
        user_survey_id: id,
        user_survey_section_id: section.id,
        user_survey_sub_section_id: newId(),
        seen_revisions: '1,0,2',
      },
    },
    'surveys.restore': { params: { id } },
    'surveys.submit': {
      params: { id },
      body: {
        user_survey_id: id,
        survey_name: 'Hill House',
        owner_name: 'Mrs Dudley',
        status: 'Started',
        checkbox_1: true,
        checkbox_2: false,
        user_survey_sections_attributes: [],
      },
    },
    'surveys.detail': { params: { id } },
    'templates.details': { query: { survey_template_id: sampleTemplate.id } },
  }
}

const endpoints = [...api.values()]
const taking = endpoints.filter(
  ({ params, query, body, method }) => params || query || body || method !== 'GET',
)

function callerOf({ access, name }: Endpoint): MadeAccount {
  if (name === 'profile.deleteAccount') return leaver
  if (access === 'restricted') return newcomer
  return access === 'admin' ? admin : owner
}

let calls = 0
/**
 * Whatever is sent: an answer below 500, and every refusal in its agreed form, telling nothing of the inside.
 * Each from another address, so that no limit hides what is behind it.
 */
async function send(endpoint: Endpoint, url: string, payload: Payload): Promise<void> {
  calls++
  const { token } = callerOf(endpoint).api
  const options: InjectOptions = {
    method: endpoint.method,
    url,
    remoteAddress: `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`,
    headers: {
      token: token ?? '',
      authorization: `Bearer ${provider}`,
      'idempotency-key': randomUUID(),
      ...(payload.type === null ? {} : { 'content-type': payload.type }),
    },
    ...(payload.bytes === undefined ? {} : { payload: payload.bytes }),
  }
  const response = await here.app.inject(options)
  const said = `${endpoint.method} ${url.slice(0, 200)} ${payload.type} ${JSON.stringify(String(payload.bytes).slice(0, 300))} → ${response.statusCode} ${response.body.slice(0, 300)}`
  expect.soft(response.statusCode, said).toBeLessThan(500)
  if (response.statusCode < 400) return
  expect.soft(response.json(), said).toEqual({
    errors: expect.arrayContaining([expect.any(Object)]),
  })
  expect.soft(response.body, said).not.toMatch(/node_modules|\bat .*:\d+:\d+|\.ts\b|syntax error|postgres/i)
}

function addressOf(endpoint: Endpoint, params: Record<string, string>, query: string): string {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
  return `/api${path}${query === '' ? '' : `?${query}`}`
}

function* oddAddresses(endpoint: Endpoint, { params = {}, query = {} }: Good): Generator<string> {
  const asked = String(new URLSearchParams(query))
  for (const odd of oddTexts) {
    for (const name of Object.keys(params)) yield addressOf(endpoint, { ...params, [name]: odd }, asked)
    for (const name of Object.keys(query)) {
      const { [name]: _, ...others } = query
      yield addressOf(endpoint, params, `${new URLSearchParams(others)}&${name}=${odd}`)
    }
  }
  for (const [name, value] of Object.entries(query)) {
    yield addressOf(endpoint, params, `${asked}&${name}=${value}`)
    yield addressOf(endpoint, params, `${asked}&${name}[]=1&${name}[a]=1&__proto__=1&constructor=1`)
  }
  yield addressOf(endpoint, params, '')
}

test('every endpoint that takes anything has an example here', () => {
  expect([...good.keys()].sort()).toEqual(taking.map(({ name }) => name).sort())
})

describe.each(taking.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (name, endpoint) => {
  const exampleOf = () => good.get(name) ?? {}
  const usual = (example: Good): Payload =>
    example.body
      ? { type: 'application/json', bytes: JSON.stringify(example.body) }
      : { type: null, bytes: undefined }

  if (endpoint.params || endpoint.query)
    test('odd addresses', async () => {
      const example = exampleOf()
      for (const url of oddAddresses(endpoint, example)) await send(endpoint, url, usual(example))
    })

  if (endpoint.method !== 'GET')
    test('odd bodies', async () => {
      const { params = {}, query = {}, body } = exampleOf()
      const url = addressOf(endpoint, params, String(new URLSearchParams(query)))
      for (const payload of oddPayloads) await send(endpoint, url, payload)
      if (!body) return
      for (const one of spoilt(body))
        await send(endpoint, url, { type: 'application/json', bytes: JSON.stringify(one) })
    })

  if (endpoint.upload)
    test('odd forms', async () => {
      for (const payload of oddUploads(noted, photo))
        await send(endpoint, addressOf(endpoint, {}, ''), payload)
    })
})
