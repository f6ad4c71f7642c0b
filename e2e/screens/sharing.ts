import type { Page } from '../engines/page.ts'

/** The dialog with the link to a report. */
export function sharing(page: Page) {
  const dialog = page.getByRole('dialog')
  const link = dialog.getByRole('textbox', { name: 'Link to the report' })
  return {
    dialog,
    said: dialog.getByRole('status'),
    async address(): Promise<string> {
      return link.inputValue()
    },
    async copy(): Promise<void> {
      await dialog.getByRole('button', { name: 'Copy link' }).click()
    },
    async send(to: string): Promise<void> {
      await dialog.getByRole('textbox', { name: 'Email address or phone number' }).fill(to)
      await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    },
    async revoke(): Promise<void> {
      await dialog.getByRole('button', { name: 'Revoke access' }).click()
      await page.getByRole('heading', { name: 'Revoke access?' }).waitFor()
      await dialog.getByRole('button', { name: 'Revoke access' }).click()
    },
    async generate(): Promise<void> {
      await dialog.getByRole('button', { name: 'Generate new link' }).click()
      await page.getByRole('heading', { name: 'Generate a new link?' }).waitFor()
      await dialog.getByRole('button', { name: 'Generate new link' }).click()
    },
  }
}
