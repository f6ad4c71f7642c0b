import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logIn, profile, signUp } from '#contract/accounts/accounts.ts'
import { deleteAccount, putPhoto } from '#contract/accounts/profile.ts'
import { guestInfo } from '#contract/sharing/guests.ts'
import { surveyDetail } from '#contract/surveys/surveys.ts'
import { createForm, publishForm } from '#contract/templates/custom-forms.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockAccount } from '#server/features/accounts/data.ts'
import { restoreAccount } from '#server/features/accounts/deletion.ts'
import { endAllSessions } from '#server/features/accounts/sessions/data.ts'
import { tidy } from '#server/housekeeping.ts'
import { newNumber } from '#server/testing/codes.ts'
import { goodPassword, type MadeAccount } from '#server/testing/make.ts'
import { attach, phonePhoto, photoPart } from '#server/testing/media.ts'
import { messagesTo } from '#server/testing/outbox.ts'
import { jpeg } from '#server/testing/pictures.ts'
import { share } from '#server/testing/shared-survey.ts'
import { addSampleTemplate, detailOf, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { purgeDeletedAccounts } from './jobs.ts'
import { editedTables, namingTables, ownTables, publishingTables } from './purge.ts'

let here: TestApp
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
})
afterAll(() => here.close())

const day = 24 * 3_600_000

function leave({ api, id }: MadeAccount) {
  return api.call(deleteAccount, { params: { id } })
}

function enter(email: string) {
  return here.api.call(logIn, { body: { data: { attributes: { email, password: goodPassword } } } })
}

describe('deleting an account', () => {
  test('is only for its owner', async () => {
    const [one, other] = [await here.make.account(), await here.make.account()]
    const unknown = await one.api.call(deleteAccount, { params: { id: newId() } })
    const foreign = await one.api.call(deleteAccount, { params: { id: other.id } })
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body])
    expect((await other.api.call(profile, {})).status).toBe(200)
    expect((await one.api.call(profile, {})).status).toBe(200)
  })

  test('is not for a session that ended while the call was in progress', async () => {
    const one = await here.make.account()
    let asked: ReturnType<typeof leave> | undefined
    await inTransaction(here.context.db, async (tx) => {
      await lockAccount(tx, one.id)
      await endAllSessions(tx, one.id)
      const over = new AbortController()
      asked = leave(one)
      const waits = sql`
        select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      void asked.finally(() => over.abort())
      while (!over.signal.aborted && (await waits.execute(here.context.db)).rows.length === 0);
    })
    expect((await asked)?.status).toBe(404)
    expect((await enter(one.email)).status).toBe(200)
  })

  test('ends sessions and links at once; address and number are free for another account', async () => {
    const one = await here.make.account()
    const full = newNumber()
    const { db } = here.context
    const proven = { full_phone_number: full, phone_proven_at: new Date() }
    await db.updateTable('account').set(proven).where('id', '=', one.id).execute()
    const second = await enter(one.email)
    const survey = await startSurvey(one)
    const link = await share(one, survey.id)
    const gone = await leave(one)
    expect([gone.status, gone.body]).toEqual([
      200,
      { data: { message: 'Your account was successfully deleted' } },
    ])
    for (const api of [one.api, here.api.withToken(second.body.meta.token)])
      expect((await api.call(profile, {})).status).toBe(401)
    expect((await enter(one.email)).status).toBe(401)
    expect((await here.api.call(guestInfo, { query: { guest_survey_id: link.id } })).status).toBe(410)
    expect((await messagesTo(here, one.email)).map(({ subject }) => subject)).toContain(
      'Your account was deleted',
    )
    const attributes = { first_name: 'Nell', last_name: 'Vance', email: one.email, password: 'Hillhouse59' }
    const anew = await here.api.call(signUp, { body: { data: { type: 'email_account', attributes } } })
    expect(anew.status).toBe(201)
    await db.updateTable('account').set(proven).where('id', '=', anew.body.data.id).execute()
    expect(await inTransaction(db, (tx) => restoreAccount(tx, one.id, new Date()))).toBe('taken')
  })

  test('the only administrator stays, even when two leave at once', async () => {
    const { db } = here.context
    await db.updateTable('account').set({ disabled_at: new Date() }).where('role', '=', 'admin').execute()
    const admins = [await here.make.account({ role: 'admin' }), await here.make.account({ role: 'admin' })]
    const left = await Promise.all(admins.map(leave))
    expect(left.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(left.flatMap(({ errors }) => errors)).toEqual([
      {
        message:
          'You are the only administrator. Make someone else an administrator before you delete your account.',
      },
    ])
  })
})

test('a restored account has its surveys, and none of its earlier sessions or links', async () => {
  const one = await here.make.account()
  const survey = await startSurvey(one)
  const link = await share(one, survey.id)
  await leave(one)
  here.passTime(30 * day - 60_000)
  await tidy(here.context)
  const { db, clock } = here.context
  expect(await inTransaction(db, (tx) => restoreAccount(tx, one.id, clock()))).toBe('restored')
  expect(await inTransaction(db, (tx) => restoreAccount(tx, one.id, clock()))).toBe('tooLate')
  expect((await one.api.call(profile, {})).status).toBe(401)
  const session = await enter(one.email)
  const back = here.api.withToken(session.body.meta.token)
  expect((await back.call(surveyDetail, { params: { id: survey.id } })).status).toBe(200)
  expect((await here.api.call(guestInfo, { query: { guest_survey_id: link.id } })).status).toBe(410)
})

describe('after thirty days', () => {
  test('everything the account owned is gone, and nothing of anyone else’s', async () => {
    const [one, other] = [await here.make.account(), await here.make.account()]
    for (const who of [one, other]) {
      const survey = await startSurvey(who)
      await attach(who, detailOf(survey, 'Building', 'Notes').id, [photoPart(await phonePhoto())])
      const file = { part: 'photo', filename: 'me.jpg', type: 'image/jpeg', bytes: await jpeg() }
      await who.api.upload(putPhoto, [], [file], { key: crypto.randomUUID() })
    }
    const { db, files, clock } = here.context
    const keysOf = (id: string) =>
      sql<{ key: string }>`
        select store_key as key from account_photo where account_id = ${id} union all
        select store_key from rendition join stored_file on stored_file.id = file_id where account_id = ${id}`
        .execute(db)
        .then(({ rows }) => rows.map(({ key }) => key))
    const [gone, kept] = [await keysOf(one.id), await keysOf(other.id)]
    await leave(one)
    here.passTime(30 * day + 60_000)
    await tidy(here.context, { strays: false })
    expect(await inTransaction(db, (tx) => restoreAccount(tx, one.id, clock()))).toBe('tooLate')
    for (const key of gone) await expect(files.read(key)).rejects.toThrow()
    for (const key of kept) (await files.read(key)).destroy()
    expect([gone.length, kept.length]).toEqual([6, 6])
    const whole = await sql<{ text: string }>`
      select (table_to_xml('account', true, false, '')::text || table_to_xml('survey', true, false, '')::text
        || table_to_xml('message', true, false, '')::text || table_to_xml('replay', true, false, '')::text
        || table_to_xml('stored_file', true, false, '')::text) as text`.execute(db)
    expect(whole.rows[0]?.text).not.toContain(one.id)
    expect(whole.rows[0]?.text).not.toContain(one.email)
    expect(whole.rows[0]?.text).toContain(other.id)
    const audit = await db.selectFrom('audit').select('action').where('account_id', '=', one.id).execute()
    expect(audit.map(({ action }) => action)).toContain('account.deleted')
  })

  test('an account that cannot be removed now does not delay others, and is removed in the next round', async () => {
    const [stuck, other] = [await here.make.account(), await here.make.account()]
    const { db } = here.context
    for (const one of [stuck, other]) await leave(one)
    here.passTime(31 * day)
    await sql`create function refuse_one() returns trigger language plpgsql as $$ begin raise exception 'stuck'; end $$`.execute(
      db,
    )
    await sql`create trigger refuse_one before delete on account for each row when (old.id = ${sql.lit(stuck.id)}) execute function refuse_one()`.execute(
      db,
    )
    await purgeDeletedAccounts(here.context)
    expect(await isLeft(stuck)).toBe(true)
    expect(await isLeft(other)).toBe(false)
    await sql`drop trigger refuse_one on account`.execute(db)
    await purgeDeletedAccounts(here.context)
    expect(await isLeft(stuck)).toBe(false)
  })

  test('no table refers to accounts that the removal does not know about', async () => {
    const { rows } = await sql<{ name: string }>`
      select distinct conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'account'::regclass`.execute(here.context.db)
    // Surveys go first, files through their rows; the database itself clears who received a leaver's surveys.
    const others = ['survey', 'stored_file', 'account']
    expect(rows.map(({ name }) => name).sort()).toEqual(
      [...ownTables, ...namingTables, ...publishingTables, ...editedTables, ...others].sort(),
    )
  })

  test('an account with data everywhere is removed, and its shared texts stay', async () => {
    const one = await here.make.account()
    const { db } = here.context
    const own = { account_id: one.id, expires_at: new Date() }
    const hash = () => randomBytes(32)
    const text = { id: newId(), kind: 'terms', version: 9_000, markdown: 'Be kind.', created_by: one.id }
    await db.insertInto('legal_text').values(text).execute()
    const answer = { id: newId(), legal_text_id: text.id, account_id: one.id, is_accepted: true }
    await db.insertInto('legal_answer').values(answer).execute()
    const identity = { id: newId(), account_id: one.id, provider: 'x', issuer: 'x', subject: newId() }
    await db.insertInto('social_identity').values(identity).execute()
    const attempt = {
      id: newId(),
      provider: 'x',
      state_hash: hash(),
      secret_hash: hash(),
      nonce_hash: hash(),
    }
    await db
      .insertInto('social_attempt')
      .values({ ...own, ...attempt })
      .execute()
    const key = { id: newId(), account_id: one.id, credential_id: newId(), public_key: hash(), counter: 0 }
    await db
      .insertInto('passkey')
      .values({ ...key, name: 'Phone' })
      .execute()
    await db
      .insertInto('passkey_challenge')
      .values({ ...own, id: newId(), challenge: 'x' })
      .execute()
    const code = { purpose: 'log-in', target: '+15550100', token_hash: hash(), code_hash: hash() }
    await db
      .insertInto('code')
      .values({ ...own, id: newId(), ...code })
      .execute()
    await db
      .insertInto('mailed_link')
      .values({ ...own, id: newId(), purpose: 'reset', token_hash: hash() })
      .execute()
    await here.context.db
      .updateTable('account')
      .set({ may_make_templates: true })
      .where('id', '=', one.id)
      .execute()
    const field = { key: 'a', name: 'A', type: 'text' as const }
    const form = { name: 'Walk', sections: [{ key: 's', name: 'S', fields: [field] }] }
    const made = (await one.api.call(createForm, { body: { form } })).body.data.id
    expect((await one.api.call(publishForm, { params: { id: made }, body: {} })).status).toBe(200)
    const deleted_at = new Date(here.context.clock().getTime() - 31 * day)
    await db.updateTable('account').set({ deleted_at }).where('id', '=', one.id).execute()
    await purgeDeletedAccounts(here.context)
    expect(await db.selectFrom('account').select('id').where('id', '=', one.id).execute()).toEqual([])
    const kept = await db.selectFrom('legal_text').selectAll().where('id', '=', text.id).executeTakeFirst()
    expect(kept).toMatchObject({ markdown: 'Be kind.', created_by: null })
    const template = db.selectFrom('custom_form').select(['created_by', 'updated_by']).where('id', '=', made)
    expect(await template.executeTakeFirst()).toEqual({ created_by: null, updated_by: null })
    const version = db.selectFrom('custom_form_version').select('published_by').where('form_id', '=', made)
    expect(await version.executeTakeFirst()).toEqual({ published_by: null })
  })
})

async function isLeft({ id }: MadeAccount): Promise<boolean> {
  const row = await here.context.db.selectFrom('account').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}
