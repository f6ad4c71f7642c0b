import type { Page } from 'playwright-core'
import { devicePatience } from './patience.ts'

/**
 * Resolves when the app says that the device is ready for offline work. It says so once: call this before
 * opening the page.
 */
export function readyOffline(page: Page): Promise<void> {
  return page.getByText(/^Ready to work offline/).waitFor({ timeout: devicePatience })
}
