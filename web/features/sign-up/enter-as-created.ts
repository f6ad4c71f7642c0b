import { logIn } from '#contract/accounts/accounts.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { call } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { openInfo } from '#web/lib/page/info-page.ts'
import type { NavigateFunction } from '#web/lib/page/router.tsx'
import { beginSession } from '#web/lib/session/begin-session.ts'

type Login = InputOf<typeof logIn>['body']['data']

interface Created {
  /** What was just chosen. */
  readonly login: Login
  /** The login that is asked for where this one does not succeed, and what it is to know. */
  readonly otherwise: { readonly to: '/' | '/PhoneLogin'; readonly state: object }
}

/**
 * Who has just signed up is logged in. The page that says so (spec §2 'Info pages') leads on; without a session, as where
 * the network went away in between, to the login.
 */
export async function enterAsCreated(
  navigate: NavigateFunction,
  { login, otherwise }: Created,
): Promise<void> {
  const entered = await call(logIn, { body: { data: login } })
  if (entered.ok) beginSession(entered.reply)
  const title = t('accounts.createdTitle')
  const page = { title, body: t('accounts.createdText'), button: t('common.ok') }
  openInfo(navigate, entered.ok ? { ...page, to: '/' } : { ...page, ...otherwise })
}
