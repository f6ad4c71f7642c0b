import type { Page } from 'playwright-core'

/** The Data storage screen, with the outbox. */
export function storage(page: Page) {
  const section = (name: string) => page.getByRole('region', { name })
  return {
    queue: section('Waiting to be sent'),
    carry: section('To another device'),
    stores: section('On this device'),
    nothingWaits: page.getByText('Nothing is waiting.'),
    sendNow: page.getByRole('button', { name: 'Send now', exact: true }),
    async open(): Promise<void> {
      await page.goto('/Datastorage2')
      await section('Waiting to be sent').waitFor()
    },
    /** Saves the exported file to `path`. */
    async exportTo(path: string): Promise<void> {
      const given = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Export unsent changes' }).click()
      await (await given).saveAs(path)
    },
    async import(path: string): Promise<void> {
      await page.locator('input[type=file]').setInputFiles(path)
    },
  }
}

/** Blocks this browser's API calls from now on; the app itself still loads. Returns the undo function. */
export async function withoutServer(page: Page): Promise<() => Promise<void>> {
  await page.context().route('**/api/**', (route) => route.abort())
  return () => page.context().unroute('**/api/**')
}
