import type { Page } from 'playwright-core'

/** What is on this device, and what waits there. */
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
    /** The file that the browser was given, in a place of its own. */
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

/** From here on nothing of this browser reaches the server's calls; the app itself still loads. Gives the way back. */
export async function withoutServer(page: Page): Promise<() => Promise<void>> {
  await page.context().route('**/api/**', (route) => route.abort())
  return () => page.context().unroute('**/api/**')
}
