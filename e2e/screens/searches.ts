import type { Page } from 'playwright-core'

/** The form's two search boxes and its parts' titles, by their displayed names. */
export function searches(page: Page) {
  const box = (name: string) => page.getByRole('combobox', { name, exact: true })
  const anywhere = 'Search anywhere in the survey report'
  const options = page.getByRole('listbox').getByRole('option')
  return {
    anywhere: box(anywhere),
    jump: box('Jump to specific section'),
    options,
    option: (name: string) => options.filter({ hasText: name }),
    nothingFound: page.getByText('Nothing Found, please try other search criteria').first(),
    /** On small screens both boxes are behind a button. */
    async openAnywhere(phone: boolean): Promise<void> {
      if (phone) await page.getByRole('button', { name: anywhere, exact: true }).click()
    },
    async openJump(phone: boolean): Promise<void> {
      if (phone) await page.getByRole('button', { name: /All sections/ }).click()
    },
    head: (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) }),
    addTitle: (name: string) => page.getByRole('button', { name: `Add a title to ${name}`, exact: true }),
    changeTitle: (name: string) =>
      page.getByRole('button', { name: `Change the title of ${name}`, exact: true }),
    titleOf: (name: string) => page.getByRole('textbox', { name: `Title of ${name}`, exact: true }),
    /** The field that a search opened, while it is highlighted. */
    marked: page.locator('[data-found]'),
  }
}
