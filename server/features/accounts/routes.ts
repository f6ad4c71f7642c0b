import { v7 as newId } from 'uuid'
import * as agreed from '#contract/accounts.ts'
import { say } from '#contract/messages/say.ts'
import { emailPattern } from '#contract/rules/email.ts'
import { passwordPattern, passwordRules } from '#contract/rules/password.ts'
import { recordAudit } from '#server/features/audit/record.ts'
import { fail } from '#server/http/failure.ts'
import { serve, servePrepared } from '#server/http/serve.ts'
import { countries } from './countries.ts'
import { addAccount, findAccount, findAccountByEmail, holdsPassword, setOwnPassword } from './data.ts'
import { hashPassword, passwordFits } from './password/hash.ts'
import { presentAccount, presentDevice, roleOf } from './present.ts'
import { endAllSessions, endOtherSessions, endSession, listSessions } from './sessions/data.ts'
import { openSession } from './sessions/open.ts'

export const accountRoutes = [
  servePrepared(
    agreed.signUp,
    { prepare: ({ body }) => hashPassword(body.data.attributes.password) },
    async ({ db, body, now }, passwordHash) => {
      const { email, first_name, last_name, full_phone_number } = body.data.attributes
      const account = await addAccount(
        db,
        {
          id: newId(),
          email,
          passwordHash,
          passwordIsOwn: true,
          firstName: first_name,
          lastName: last_name,
          phone: full_phone_number ?? '',
          role: 'surveyor',
        },
        now,
      )
      return { data: presentAccount(account) }
    },
  ),
  servePrepared(
    agreed.logIn,
    {
      prepare: async ({ db, body }) => {
        const { email, password } = body.data.attributes
        const account = await findAccountByEmail(db, email)
        const fits = await passwordFits(account?.password_hash ?? null, password)
        return account && fits ? account : fail('login.wrong')
      },
    },
    async (call, account) => {
      // The password may have been replaced, and all sessions ended, while it was being compared.
      if (!(await holdsPassword(call.db, account))) return fail('login.wrong')
      return openSession(call, account, call.body.data.attributes.remember_me ?? false)
    },
  ),
  serve(agreed.loginErrors, async () => ({
    data: [
      { email: say('accounts.emailMissing') },
      { password: say('accounts.passwordMissing') },
      { message: say('accounts.loginBothMissing') },
      { wrong: say('accounts.loginWrong') },
    ],
  })),
  serve(agreed.logOut, async ({ db, account }) => {
    await endSession(db, account.id, account.sessionId)
    return { data: { message: say('accounts.loggedOut') } }
  }),
  servePrepared(
    agreed.resetPassword,
    {
      // Only a session that still has to change its first password may come this way.
      prepare: async ({ db, account: caller, body }) => {
        const account = await findAccount(db, caller.id)
        if (!caller.restricted || !account) return fail('access.denied')
        const password = body.data.attributes.new_password
        if (await passwordFits(account.password_hash, password)) return fail('password.same')
        return { account, passwordHash: await hashPassword(password) }
      },
    },
    async (call, { account, passwordHash }) => {
      if (!(await holdsPassword(call.db, account))) return fail('access.denied')
      await setOwnPassword(call.db, account.id, passwordHash)
      await endAllSessions(call.db, account.id)
      return openSession(call, { ...account, password_is_own: true }, false)
    },
  ),
  serve(agreed.validations, async () => ({
    data: [
      {
        password_validation_regexp: passwordPattern,
        password_validation_rules: passwordRules.map((rule) => say(rule.key)).join(', '),
        email_validation_regexp: emailPattern.source,
      },
    ],
  })),
  serve(agreed.profile, async ({ db, account: caller }) => {
    const account = await findAccount(db, caller.id)
    if (!account) return fail('request.notFound')
    return { data: presentAccount(account), meta: { role: roleOf(account) } }
  }),
  serve(agreed.countryCodes, async () => ({ data: countries() })),
  serve(agreed.sessions, async ({ db, account, now }) => {
    const rows = await listSessions(db, account.id, now)
    return { data: rows.map((row) => presentDevice(row, account.sessionId)) }
  }),
  serve(agreed.endOtherSessions, async (call) => {
    const { db, account } = call
    const ended = await endOtherSessions(db, account.id, account.sessionId)
    if (ended > 0)
      await recordAudit(db, call, { action: 'session.ended', accountId: account.id, detail: { ended } })
    return { data: { message: say('passkeys.othersEnded') } }
  }),
  serve(agreed.endSession, async ({ db, account, params }) => {
    const ended = await endSession(db, account.id, params.id)
    return ended ? { data: { message: say('accounts.sessionEnded') } } : fail('request.notFound')
  }),
]
