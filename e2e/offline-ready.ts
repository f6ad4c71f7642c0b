import type { Page } from 'playwright-core'

/** Nobody waits for it before a screen: 300 files come behind what one does, and on a busy machine they take their time. */
export const devicePatience = 120_000

/** Once the app says that the device has all that work without network needs. It says so once: ask before the page is opened. */
export function readyOffline(page: Page): Promise<void> {
  return page.getByText(/^Ready to work offline/).waitFor({ timeout: devicePatience })
}
