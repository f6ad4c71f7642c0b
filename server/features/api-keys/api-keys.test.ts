import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endOtherSessions, sessions } from '#contract/accounts/accounts.ts'
import {
  allApiKeys,
  apiKeys,
  createApiKey,
  revokeAnyApiKey,
  revokeApiKey,
} from '#contract/accounts/api-keys.ts'
import { changeAccountAccess } from '#contract/admin/admin.ts'
import { limits } from '#contract/limits.ts'
import { listSurveys, surveyDetail } from '#contract/surveys/surveys.ts'
import { makeKey } from '#server/testing/api-keys.ts'
import { EventReader } from '#server/testing/event-reader.ts'
import { goodPassword, type MadeAccount } from '#server/testing/make.ts'
import { attach, phonePhoto, photoPart } from '#server/testing/media.ts'
import { addSampleTemplate, detailOf, sampleTemplate, startSurvey } from '#server/testing/surveys.ts'
import { makeTeam } from '#server/testing/teams.ts'
import { type TestApp, testApp, testAppForThisTest } from '#server/testing/test-app.ts'

const day = 24 * 3_600_000

let here: TestApp
let admin: MadeAccount
let owner: MadeAccount
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  admin = await here.make.account({ role: 'admin' })
  owner = await here.make.account()
})
afterAll(() => here.close())

const list = { query: {} }

async function create(account: MadeAccount, attributes: Record<string, unknown>) {
  return account.api.call(createApiKey, { body: { data: { attributes } } } as never)
}

async function actionsOf(keyId: string) {
  const rows = await here.context.db
    .selectFrom('audit')
    .select(['action', 'account_id', 'detail'])
    .where('target_id', '=', keyId)
    .orderBy('at')
    .execute()
  return rows
}

describe('access', () => {
  test('another account neither sees nor revokes a key, and a surveyor not those of all', async () => {
    const key = await makeKey(owner)
    const stranger = await here.make.account()
    expect((await stranger.api.call(apiKeys, {})).body.data).toEqual([])
    const params = { id: key.id }
    expect((await stranger.api.call(revokeApiKey, { params })).status).toBe(404)
    expect((await stranger.api.call(allApiKeys, list)).status).toBe(403)
    expect((await stranger.api.call(revokeAnyApiKey, { params })).status).toBe(403)
    expect((await admin.api.call(revokeApiKey, { params })).status).toBe(404)
    expect((await key.api.call(listSurveys, list)).status).toBe(200)
  })

  test('a key makes no keys, lists none, and revokes none, not even an administrator’s', async () => {
    const { api, id } = await makeKey(admin, { scopes: ['read', 'write', 'export'] })
    const attributes = { name: 'Second', scopes: ['read'], expires_in_days: null }
    const calls = [
      await api.call(createApiKey, { body: { data: { attributes } } } as never),
      await api.call(apiKeys, {}),
      await api.call(revokeApiKey, { params: { id } }),
      await api.call(allApiKeys, list),
      await api.call(revokeAnyApiKey, { params: { id } }),
    ]
    expect(calls.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
  })
})

describe('making a key', () => {
  test('shows it once; the list and the database know only its beginning and its hash', async () => {
    const account = await here.make.account()
    const made = await create(account, { name: ' Nightly sync ', scopes: ['read'], expires_in_days: 90 })
    expect(made.status).toBe(201)
    const { key } = made.body.meta
    expect(key).toMatch(/^fbk_[0-9A-Za-z]{49}$/)
    const { body } = await account.api.call(apiKeys, {})
    expect(body.data[0]?.attributes).toMatchObject({
      name: 'Nightly sync',
      hint: key.slice(0, 8),
      scopes: ['read'],
      ...{ team: null, template: null, last_used_at: null, is_expired: false },
    })
    const expires = new Date(body.data[0]?.attributes.expires_at ?? 0).getTime()
    expect(Math.abs(expires - Date.now() - 90 * day)).toBeLessThan(60_000)
    const rows = await here.context.db.selectFrom('api_key').selectAll().execute()
    const everything = JSON.stringify([
      body,
      rows,
      await actionsOf(made.body.data.id),
      await here.context.db.selectFrom('message').selectAll().execute(),
      await here.context.db.selectFrom('replay').selectAll().execute(),
    ])
    expect(everything).not.toContain(key.slice(8))
  })

  test('needs a name, a scope, and a choice of when it expires', async () => {
    const good = { name: 'Sync', scopes: ['read'], expires_in_days: 30 }
    const { expires_in_days: _chosen, ...undecided } = good
    const bad = [
      [{ ...good, name: '  ' }, 'name'],
      [{ ...good, name: 'x'.repeat(limits.apiKeyNameMax + 1) }, 'name'],
      [{ ...good, scopes: [] }, 'scopes'],
      [{ ...good, expires_in_days: 3_650 }, 'expires_in_days'],
      [undecided, 'expires_in_days'],
    ] as const
    for (const [attributes, field] of bad) {
      const { status, errors } = await create(owner, attributes)
      expect([status, Object.keys(errors[0] ?? {})]).toEqual([422, [field]])
    }
    const { status } = await create(owner, { ...good, scopes: ['admin'] })
    expect(status).toBeGreaterThanOrEqual(400)
  })

  test('a limit must be a team of one’s own and a template that exists', async () => {
    const team = await makeTeam(admin, [[admin, 'edit']])
    const good = { name: 'Sync', scopes: ['read'], expires_in_days: 30 }
    const [strange, none] = [
      await create(owner, { ...good, team_id: team }),
      await create(owner, { ...good, template_id: team }),
    ]
    expect([strange.status, none.status]).toEqual([404, 404])
    expect(Object.keys(strange.errors[0] ?? {})).toEqual(['team_id'])
    const mine = await create(admin, { ...good, team_id: team, template_id: sampleTemplate.id })
    expect(mine.body.data.attributes).toMatchObject({
      team: { id: team, name: 'North' },
      template: { id: sampleTemplate.id, name: sampleTemplate.name },
    })
  })

  test('an account has at most so many keys', async () => {
    const account = await here.make.account()
    await Promise.all(Array.from({ length: 3 }, () => makeKey(account)))
    const { db } = here.context
    const made = (await account.api.call(apiKeys, {})).body.data.length
    for (let n = made; n < limits.apiKeysMax; n++) {
      await db.deleteFrom('rate').execute()
      await makeKey(account)
    }
    await db.deleteFrom('rate').execute()
    const more = await create(account, { name: 'More', scopes: ['read'], expires_in_days: 30 })
    expect(more.status).toBe(422)
  })

  test('an older session needs the password', async () => {
    const site = await testAppForThisTest()
    const account = await site.make.account()
    site.passTime(limits.freshSession + 1_000)
    const good = { name: 'Sync', scopes: ['read'], expires_in_days: 30 }
    const without = await create(account, good)
    expect([without.status, Object.keys(without.errors[0] ?? {})]).toEqual([422, ['password']])
    expect((await create(account, { ...good, current_password: 'Wrong4horse' })).status).toBe(422)
    expect((await create(account, { ...good, current_password: goodPassword })).status).toBe(201)
  })

  test('is in the audit log and mailed to the owner', async () => {
    const account = await here.make.account()
    const key = await makeKey(account, { name: 'Nightly sync', scopes: ['read', 'export'] })
    await account.api.call(revokeApiKey, { params: { id: key.id } })
    expect(await actionsOf(key.id)).toEqual([
      {
        action: 'apiKey.created',
        account_id: account.id,
        detail: { name: 'Nightly sync', scopes: 'read, export' },
      },
      { action: 'apiKey.revoked', account_id: account.id, detail: { name: 'Nightly sync', of: account.id } },
    ])
    const mails = await here.context.db
      .selectFrom('message')
      .select('kind')
      .where('account_id', '=', account.id)
      .execute()
    expect(mails).toEqual([{ kind: 'apiKeys.created' }])
  })
})

describe('using a key', () => {
  test('large files in parts need the scope write', async () => {
    const [reads, writes] = [await makeKey(owner), await makeKey(owner, { scopes: ['write'] })]
    const begin = ({ secret }: { readonly secret: string }) =>
      here.app.inject({
        method: 'POST',
        url: '/api/files/uploads',
        headers: {
          authorization: `Bearer ${secret}`,
          'tus-resumable': '1.0.0',
          'upload-length': '10',
        },
      })
    const refused = await begin(reads)
    expect(refused.statusCode).toBe(403)
    expect(refused.headers['www-authenticate']).toContain('error="insufficient_scope", scope="write"')
    expect((await begin(writes)).statusCode).toBe(201)
  })

  test('acts as its account; what it does is recorded with its name', async () => {
    const account = await here.make.account()
    const { api } = await makeKey(account, { scopes: ['write'], name: 'Importer' })
    const survey = await startSurvey({ ...account, api })
    const row = await here.context.db
      .selectFrom('audit')
      .select(['account_id', 'detail'])
      .where('target_id', '=', survey.id)
      .executeTakeFirst()
    expect(row).toEqual({ account_id: account.id, detail: { key: 'Importer' } })
    const { body } = await account.api.call(listSurveys, list)
    expect(body.data.map(({ id }) => id)).toEqual([survey.id])
  })

  test('the last use is written at most once a minute', async () => {
    const site = await testAppForThisTest()
    const account = await site.make.account()
    const key = await makeKey(account)
    const used = async () =>
      (await site.context.db.selectFrom('api_key').select('last_used_at').executeTakeFirst())?.last_used_at
    expect(await used()).toBeNull()
    await key.api.call(listSurveys, list)
    const first = await used()
    expect(first).not.toBeNull()
    site.passTime(50_000)
    await key.api.call(listSurveys, list)
    expect(await used()).toEqual(first)
    site.passTime(20_000)
    await key.api.call(listSurveys, list)
    expect((await used())?.getTime()).toBeGreaterThan((first?.getTime() ?? 0) + 60_000)
  })

  test('is not among the devices, and survives the end of all other sessions', async () => {
    const account = await here.make.account()
    const key = await makeKey(account)
    expect((await account.api.call(sessions, {})).body.data).toHaveLength(1)
    expect((await account.api.call(endOtherSessions, {})).status).toBe(200)
    expect((await key.api.call(listSurveys, list)).status).toBe(200)
  })

  test('works for longer than an idle session, until it expires; the list says so for a month', async () => {
    const site = await testAppForThisTest()
    const account = await site.make.account()
    const [short, endless] = [await makeKey(account, { expires_in_days: 30 }), await makeKey(account)]
    site.passTime(29 * day)
    expect((await short.api.call(listSurveys, list)).status).toBe(200)
    site.passTime(2 * day)
    expect((await short.api.call(listSurveys, list)).status).toBe(401)
    expect((await endless.api.call(listSurveys, list)).status).toBe(200)
    const again = await site.make.again(account)
    const listed = async () =>
      (await again.api.call(apiKeys, {})).body.data.map(({ attributes }) => attributes.is_expired)
    expect((await listed()).sort()).toEqual([false, true])
    site.passTime(30 * day)
    const later = await site.make.again(account)
    expect((await later.api.call(apiKeys, {})).body.data).toHaveLength(1)
    expect((await endless.api.call(listSurveys, list)).status).toBe(200)
  })
})

describe('the end of a key', () => {
  test('an expired key stays expired if the clock goes back', async () => {
    const site = await testAppForThisTest()
    const account = await site.make.account()
    const key = await makeKey(account, { expires_in_days: 30 })
    site.passTime(31 * day)
    expect((await key.api.call(listSurveys, list)).status).toBe(401)
    site.passTime(-30 * day)
    expect((await key.api.call(listSurveys, list)).status).toBe(401)
  })

  test('signed addresses that a key was given end with it', async () => {
    const account = await here.make.account()
    const survey = await startSurvey(account)
    const noted = detailOf(survey, 'Building', 'Notes').id
    await attach(account, noted, [photoPart(await phonePhoto())])
    const key = await makeKey(account)
    const { body } = await key.api.call(surveyDetail, { params: { id: survey.id } })
    const address = /\/api\/files\/media\/[\w-]+/.exec(JSON.stringify(body))?.[0] ?? ''
    expect((await here.api.open(address)).statusCode).toBe(200)
    await account.api.call(revokeApiKey, { params: { id: key.id } })
    expect((await here.api.open(address)).statusCode).toBe(410)
  })

  test.each(['its owner', 'an administrator'] as const)('%s revokes it at once', async (who) => {
    const account = await here.make.account()
    const key = await makeKey(account)
    const params = { id: key.id }
    if (who === 'its owner') expect((await account.api.call(revokeApiKey, { params })).status).toBe(200)
    else {
      const { body } = await admin.api.call(allApiKeys, list)
      const found = body.data.find(({ id }) => id === key.id)
      expect(found?.attributes.account).toMatchObject({ id: account.id, email: account.email })
      expect((await admin.api.call(revokeAnyApiKey, { params })).status).toBe(200)
    }
    expect((await key.api.call(listSurveys, list)).status).toBe(401)
    expect((await account.api.call(revokeApiKey, { params })).status).toBe(404)
  })

  test('a running stream of events ends with its key, and one of its owner goes on', async () => {
    const site = await testAppForThisTest()
    await addSampleTemplate(site)
    const base = await site.app.listen({ port: 0, host: '127.0.0.1' })
    const account = await site.make.account()
    const survey = await startSurvey(account)
    const key = await makeKey(account)
    const url = `${base}/api/bx_block_survey/users_survey/${survey.id}/events`
    const program = await EventReader.open(url, { authorization: `Bearer ${key.secret}` })
    const person = await EventReader.open(url, { token: account.api.token ?? '' })
    expect([(await program.next()).event, (await person.next()).event]).toEqual(['open', 'open'])
    let isOver = false
    void person.ended.then(() => {
      isOver = true
    })
    await account.api.call(revokeApiKey, { params: { id: key.id } })
    await program.ended
    expect(isOver).toBe(false)
    person.close()
  })

  test('keys end with their account, also if it is enabled or restored again', async () => {
    const [disabled, deleted] = [await here.make.account(), await here.make.account()]
    const [one, other] = [await makeKey(disabled), await makeKey(deleted)]
    const set = (isDisabled: boolean) =>
      admin.api.call(changeAccountAccess, { params: { id: disabled.id }, body: { disabled: isDisabled } })
    await set(true)
    expect((await one.api.call(listSurveys, list)).status).toBe(401)
    await set(false)
    expect((await one.api.call(listSurveys, list)).status).toBe(401)
    const { db } = here.context
    await db.updateTable('account').set({ deleted_at: new Date() }).where('id', '=', deleted.id).execute()
    expect((await other.api.call(listSurveys, list)).status).toBe(401)
  })
})

describe('many keys', () => {
  test('administrators see all of them in pages', async () => {
    const { body } = await admin.api.call(allApiKeys, { query: { page: '2' } })
    expect(body.meta.current_page).toBe(2)
    expect(body.meta.total_count).toBeGreaterThan(limits.adminPageSize)
    expect(body.data.length).toBe(
      Math.min(limits.adminPageSize, body.meta.total_count - limits.adminPageSize),
    )
  })
})
