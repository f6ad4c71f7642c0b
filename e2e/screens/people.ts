import type { Page } from 'playwright-core'

/** The dialog of a survey's members, from its form. */
export function people(page: Page) {
  const dialog = page.getByRole('dialog')
  return {
    dialog,
    list: dialog.getByRole('list', { name: 'People' }),
    async open(survey: string): Promise<void> {
      await page.getByRole('button', { name: `People in ${survey}` }).click()
      await dialog.getByRole('heading', { name: 'People' }).waitFor()
    },
    async add(email: string, role: 'editor' | 'viewer'): Promise<void> {
      await dialog.getByLabel('Email address').fill(email)
      await dialog.getByLabel('Access', { exact: true }).selectOption(role)
      await dialog.getByRole('button', { name: 'Add', exact: true }).click()
      await dialog.getByText(`${email} was added`).waitFor()
    },
    async remove(name: string): Promise<void> {
      await dialog.getByRole('button', { name: `Remove ${name}` }).click()
      await dialog.getByText(`Remove ${name}?`).waitFor()
      await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
      await dialog.getByText('This person no longer has access to the survey.').waitFor()
    },
    async close(): Promise<void> {
      await dialog.getByRole('button', { name: 'Close', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
    },
  }
}
