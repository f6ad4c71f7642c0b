import type { Page } from 'playwright-core'
import { logIn } from '#contract/accounts.ts'
import { outbox } from '#contract/outbox.ts'
import { HttpApi } from '#server/testing/http-api.ts'
import type { Credentials } from './entry.ts'

/** The screens from a forgotten password to a new one. */
export function recovery(page: Page) {
  return {
    email: page.getByRole('textbox', { name: 'Email' }),
    send: page.getByRole('button', { name: 'Send a recovery link' }),
    resend: page.getByRole('button', { name: 'Resend' }),
    countdown: page.getByRole('timer'),
    password: page.getByLabel('New password', { exact: true }),
    confirm: page.getByLabel('Confirm new password'),
    save: page.getByRole('button', { name: 'Save password' }),
    done: page.getByText('Your password has been successfully changed'),
  }
}

/** The texts of what went out to somebody, the newest first, as an admin reads them. */
export async function mailsTo(address: string, admin: Credentials, to: string): Promise<string[]> {
  const api = new HttpApi(address)
  const session = await api.call(logIn, { body: { data: { attributes: admin } } })
  const found = await api.as(session?.body.meta.token ?? '').call(outbox, { query: { to } })
  return found?.body.data.map(({ attributes }) => attributes.body) ?? []
}
