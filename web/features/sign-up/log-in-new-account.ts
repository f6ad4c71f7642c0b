import { logIn } from '#contract/accounts/accounts.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { call } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { openInfo } from '#web/lib/page/info-page.ts'
import type { NavigateFunction } from '#web/lib/page/router.tsx'
import { beginSession } from '#web/lib/session/begin-session.ts'

type Login = InputOf<typeof logIn>['body']['data']

interface Created {
  /** Credentials from the sign-up form. */
  readonly login: Login
  /** Login screen and state to use if logging in fails. */
  readonly otherwise: { readonly to: '/' | '/PhoneLogin'; readonly state: object }
}

/** Logs in with the new account and opens the confirmation page. If that fails, opens the login. */
export async function logInNewAccount(
  navigate: NavigateFunction,
  { login, otherwise }: Created,
): Promise<void> {
  const entered = await call(logIn, { body: { data: login } })
  if (entered.ok) beginSession(entered.reply)
  const title = t('accounts.createdTitle')
  const page = { title, body: t('accounts.createdText'), button: t('common.ok') }
  openInfo(navigate, entered.ok ? { ...page, to: '/' } : { ...page, ...otherwise })
}
