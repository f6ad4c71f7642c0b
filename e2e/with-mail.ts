import type { Page } from 'playwright-core'

/** Makes the installation look like one that sends email; the test sites have no mail server. */
export async function withMail(page: Page): Promise<void> {
  const data = { sends_email: true, sends_sms: true, has_social: false }
  await page.route('**/login/abilities', (route) => route.fulfill({ json: { data } }))
}
