import type { Locator, Page } from '../engines/page.ts'

/** A shared report as its guest sees it. */
export function guest(page: Page) {
  const heading = (name: string) => page.getByRole('heading', { level: 2, name, exact: true })
  const step = (name: string) => page.getByRole('button', { name, exact: true })
  return {
    heading,
    title: page.getByText('Guest Dashboard'),
    info: page.getByRole('region', { name: 'Basic info' }),
    previous: step('Back'),
    next: step('Next'),
    expired: page.getByRole('alertdialog', { name: 'This link has expired' }),
    photo: (name: string) => page.getByRole('button', { name: `View ${name} full size` }),
    value: (field: string): Locator =>
      page
        .getByRole('main')
        .locator('dl > div')
        .filter({ has: page.locator('dt').getByText(field, { exact: true }) })
        .locator('dd'),
  }
}
