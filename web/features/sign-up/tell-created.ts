import type { NavigateFunction } from 'react-router'
import { openInfo } from '#web/lib/info-page.ts'
import { say } from '#web/lib/say.ts'

/** The page that says so (spec §2 'Info pages'); its button leads to the login, which knows who it is for. */
export function tellCreated(navigate: NavigateFunction, to: '/' | '/PhoneLogin', state: object): void {
  const title = say('accounts.createdTitle')
  openInfo(navigate, { title, body: say('accounts.createdText'), button: say('common.ok'), to, state })
}
