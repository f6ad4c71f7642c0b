import type { Page } from 'playwright-core'

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
