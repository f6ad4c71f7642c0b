import type { Page } from 'playwright-core'

/** The admin console as an administrator uses it. */
export function adminConsole(page: Page) {
  const dialog = page.getByRole('dialog')
  const list = page.getByRole('region', { name: 'Accounts' })
  return {
    dialog,
    list,
    log: page.getByRole('region', { name: 'Audit log' }),
    async open(query = ''): Promise<void> {
      await page.goto(`/Adminconsole2${query}`)
      await page.getByRole('heading', { name: 'Admin console' }).waitFor()
    },
    tab: (name: string) => page.getByRole('tab', { name }),
    async invite(given: { first: string; last: string; email: string; role?: string }): Promise<void> {
      await page.getByRole('button', { name: 'Invite', exact: true }).click()
      await dialog.getByLabel('First name').fill(given.first)
      await dialog.getByLabel('Last name').fill(given.last)
      await dialog.getByLabel('Email').fill(given.email)
      if (given.role) await dialog.getByLabel('Role').selectOption(given.role)
      await page.keyboard.press('Enter')
    },
    /** Opens the account and requests the change; the test confirms or cancels. */
    async ask(name: string, change: string): Promise<void> {
      await list.getByRole('button', { name: `Manage ${name}` }).click()
      await dialog.getByRole('button', { name: change }).click()
    },
  }
}
