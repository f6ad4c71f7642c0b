import { getCountries, getCountryCallingCode } from 'libphonenumber-js'
import * as agreed from '#contract/accounts/accounts.ts'
import { perLanguage } from '#contract/messages/spoken.ts'
import { t } from '#contract/messages/translate.ts'
import { emailPattern } from '#contract/rules/email-pattern.ts'
import { passwordPattern, passwordRules } from '#contract/rules/password.ts'
import { recordAudit } from '#server/features/audit/record.ts'
import { fail } from '#server/http/failure.ts'
import { serve } from '#server/http/serve.ts'
import { presentDevice } from './present.ts'
import { endOtherSessions, endSession, listSessions } from './sessions/data.ts'

/** Every country with a calling code, by name (spec §3 'Country code list item'), in the current language. */
const countries = perLanguage((locale) => {
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  return getCountries()
    .map((code) => ({
      id: code,
      type: 'country_code',
      attributes: {
        emoji_flag: flagOf(code),
        name: names.of(code) ?? code,
        country_code: getCountryCallingCode(code),
      },
    }))
    .sort((a, b) => a.attributes.name.localeCompare(b.attributes.name, locale))
})

export const accountRoutes = [
  serve(agreed.logOut, async (call) => {
    const { db, account } = call
    await endSession(db, account.id, account.sessionId)
    await recordAudit(db, call, { action: 'login.ended', accountId: account.id })
    return { data: { message: t('accounts.loggedOut') } }
  }),
  serve(agreed.validations, async () => ({
    data: [
      {
        password_validation_regexp: passwordPattern,
        password_validation_rules: passwordRules.map((rule) => t(rule.key)).join(', '),
        email_validation_regexp: emailPattern.source,
      },
    ],
  })),
  serve(agreed.countryCodes, async () => ({ data: countries() })),
  serve(agreed.sessions, async ({ db, context, account, now }) => {
    const rows = await listSessions(db, account.id, now, context.config.sessionIdle)
    return { data: rows.map((row) => presentDevice(row, account.sessionId)) }
  }),
  serve(agreed.endOtherSessions, async (call) => {
    const { db, account } = call
    const ended = await endOtherSessions(db, account.id, account.sessionId)
    if (ended > 0)
      await recordAudit(db, call, { action: 'session.ended', accountId: account.id, detail: { ended } })
    return { data: { message: t('passkeys.othersEnded') } }
  }),
  serve(agreed.endSession, async (call) => {
    const { db, account, params } = call
    if (!(await endSession(db, account.id, params.id))) return fail('request.notFound')
    await recordAudit(db, call, { action: 'session.ended', accountId: account.id, detail: { ended: 1 } })
    return { data: { message: t('accounts.sessionEnded') } }
  }),
]

/** Two regional-indicator letters form a flag. */
function flagOf(code: string): string {
  return String.fromCodePoint(...[...code].map((letter) => 0x1f1e6 + letter.charCodeAt(0) - 65))
}
