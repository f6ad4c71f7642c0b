import type { Page } from 'playwright-core'

/** The profile in its wide and narrow layouts, and its sub-screens. */
export function profile(page: Page) {
  const dialog = page.getByRole('dialog')
  return {
    dialog,
    heading: page.getByRole('heading', { name: 'Profile settings' }),
    updated: page.getByText('Profile updated successfully.'),
    row: (name: string) => page.getByRole('link', { name }),
    field: (name: string) => page.getByLabel(name, { exact: true }),
    save: page.getByRole('button', { name: 'Save', exact: true }),
    picker: page.locator('input[type="file"]'),
    photo: page.getByRole('img', { name: 'Photo of Sam' }),
    async open(): Promise<void> {
      await page.goto('/profile')
      await page.getByText('This device').waitFor()
    },
  }
}
