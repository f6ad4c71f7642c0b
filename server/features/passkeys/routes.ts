import * as agreed from '#contract/accounts/passkeys.ts'
import { limits } from '#contract/limits.ts'
import { t } from '#contract/messages/translate.ts'
import type { Context, Db } from '#server/context.ts'
import { type AccountRow, lockAccount } from '#server/features/accounts/data.ts'
import { countLoginMethods } from '#server/features/accounts/login-methods.ts'
import { confirmPerson } from '#server/features/accounts/password/confirm-person.ts'
import { recordLogin } from '#server/features/accounts/password/login-place.ts'
import { lockCaller } from '#server/features/accounts/sessions/lock-caller.ts'
import { openSession } from '#server/features/accounts/sessions/open.ts'
import { recordAudit } from '#server/features/audit/record.ts'
import { queueMail } from '#server/features/messages/mail.ts'
import { fail } from '#server/http/failure.ts'
import { serve, servePrepared } from '#server/http/serve.ts'
import { inLanguage, languageOf } from '#server/language.ts'
import { newChallenge, takeChallenge } from './challenge.ts'
import * as data from './data.ts'
import { presentChallenge, presentPasskey } from './present.ts'
import { siteOf } from './site.ts'
import { algorithms, handleOf, verifyLogin, verifyNewKey } from './verify-passkey.ts'
import { webauthn } from './webauthn.ts'

export const passkeyRoutes = [
  serve(agreed.passkeys, async ({ db, account }) => {
    const rows = await data.listPasskeys(db, account.id)
    return { data: rows.map(presentPasskey) }
  }),
  servePrepared(
    agreed.newPasskeyOptions,
    {
      prepare: (call) => confirmPerson(call, 'passkey'),
    },
    async ({ db, context, now }, account) => {
      const site = siteOf(context.config)
      if (!site) return fail('passkey.noDomain')
      const known = await data.listPasskeys(db, account.id)
      if (known.length >= limits.passkeysMax) return fail('passkey.tooMany')
      const { id, challenge } = await newChallenge(db, context.random, account.id, now)
      const { generateRegistrationOptions } = await webauthn()
      const options = await generateRegistrationOptions({
        rpName: 'Fieldbook',
        rpID: site.rpId,
        userID: new Uint8Array(handleOf(account.id)),
        userName: account.email ?? account.full_phone_number,
        userDisplayName: `${account.first_name} ${account.last_name}`,
        challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
        excludeCredentials: known.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
        supportedAlgorithmIDs: [...algorithms],
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      return presentChallenge(id, options)
    },
  ),
  servePrepared(
    agreed.addPasskey,
    {
      prepare: async ({ db, context, account, body, now }) => {
        const challenge = await takeChallenge(db, body.data.id, account.id, now)
        const site = siteOf(context.config)
        if (!site || !challenge) return fail('passkey.refused')
        const proven = await verifyNewKey(site, challenge, body.data.attributes.response)
        return proven ?? fail('passkey.refused')
      },
    },
    async (call, { credential, credentialBackedUp }) => {
      const { db, account: caller, body, now } = call
      const account = await lockCaller(db, caller)
      if (!account) return fail('request.notFound')
      const { name } = body.data.attributes
      const added = await data.addPasskey(
        db,
        {
          accountId: account.id,
          credentialId: credential.id,
          publicKey: credential.publicKey,
          counter: credential.counter,
          transports: body.data.attributes.response.response.transports ?? [],
          name,
          backedUp: credentialBackedUp,
        },
        now,
      )
      if (!added) return fail('passkey.refused')
      if ((await data.listPasskeys(db, account.id)).length > limits.passkeysMax)
        return fail('passkey.tooMany')
      await recordAudit(db, call, {
        action: 'passkey.added',
        accountId: account.id,
        target: { type: 'passkey', id: added.id },
      })
      await notifyOwner(call, account, name)
      return { data: presentPasskey(added) }
    },
  ),
  serve(agreed.renamePasskey, async ({ db, account, params, body }) => {
    const renamed = await data.renamePasskey(db, account.id, params.id, body.data.attributes.name)
    return renamed ? { data: presentPasskey(renamed) } : fail('request.notFound')
  }),
  serve(agreed.removePasskey, async (call) => {
    const { db, account, params } = call
    const ways = await countLoginMethods(db, account.id)
    if (!(await data.removePasskey(db, account.id, params.id))) return fail('request.notFound')
    if (ways <= 1) return fail('account.lastWayIn')
    await recordAudit(db, call, {
      action: 'passkey.removed',
      accountId: account.id,
      target: { type: 'passkey', id: params.id },
    })
    return { data: { message: t('passkeys.removed') } }
  }),
  serve(agreed.passkeyLoginOptions, async ({ db, context, now }) => {
    const site = siteOf(context.config)
    if (!site) return fail('passkey.noDomain')
    const { id, challenge } = await newChallenge(db, context.random, null, now)
    const { generateAuthenticationOptions } = await webauthn()
    const options = await generateAuthenticationOptions({
      rpID: site.rpId,
      challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
      userVerification: 'required',
    })
    return presentChallenge(id, options)
  }),
  servePrepared(
    agreed.passkeyLogin,
    {
      prepare: async (call) => {
        const { db, context, body, now } = call
        const { response } = body.data.attributes
        const challenge = await takeChallenge(db, body.data.id, null, now)
        const site = siteOf(context.config)
        const passkey = challenge && site ? await data.findPasskey(db, response.id) : null
        const counter =
          passkey && site && challenge ? await verifyLogin(site, challenge, passkey, response) : null
        if (!passkey || counter === null) {
          await recordAudit(context.db, call, {
            action: 'login.failed',
            accountId: passkey?.account_id ?? null,
            detail: { by: 'passkey' },
          })
          return fail('passkey.refused')
        }
        return { passkey, counter }
      },
    },
    async (call, { passkey, counter }) => {
      // If a login with this key and the removal of all keys run at once, the second sees what the first did.
      const account = await lockAccount(call.db, passkey.account_id)
      if (!account || !(await data.notePasskeyUse(call.db, passkey, counter, call.now)))
        return fail('passkey.refused')
      await recordLogin(call.db, call, account.id, { by: 'passkey' })
      return openSession(call, account, call.body.data.attributes.remember_me ?? false)
    },
  ),
]

interface Notifying {
  readonly db: Db
  readonly context: Context
  readonly now: Date
}

/**
 * Notifies the owner of each new key, since a key added by another person would open the account permanently.
 */
async function notifyOwner(
  { db, context, now }: Notifying,
  account: AccountRow,
  name: string,
): Promise<void> {
  if (!account.email) return
  const { email: recipient, id: accountId } = account
  await inLanguage(languageOf(account), () =>
    queueMail(
      db,
      context,
      {
        kind: 'passkeys.added',
        recipient,
        accountId,
        subject: t('passkeys.addedSubject'),
        paragraphs: [t('passkeys.addedText', { name }), t('passkeys.addedNotYou')],
      },
      now,
    ),
  )
}
