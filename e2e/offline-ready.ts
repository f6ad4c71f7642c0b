import type { Page } from 'playwright-core'
import { devicePatience } from './patience.ts'

/** Once the app says that the device has all that work without network needs. It says so once: ask before the page is opened. */
export function readyOffline(page: Page): Promise<void> {
  return page.getByText(/^Ready to work offline/).waitFor({ timeout: devicePatience })
}
