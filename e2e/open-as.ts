import { abilities } from '#contract/accounts/entry.ts'
import type { Page } from './engines/page.ts'
import { newSession, type Surveyor } from './site.ts'

/**
 * Opens the app at `path` for a user who logged in on this device before. Skips login and dashboard, which
 * have their own journeys.
 */
export async function openAs(page: Page, surveyor: Surveyor, path: string): Promise<void> {
  const { data, meta } = await newSession(surveyor.api, surveyor)
  const { first_name, last_name, unproven_email } = data.attributes
  // The login screen would have stored the installation's abilities.
  const able = (await surveyor.api.call(abilities, {}))?.body.data
  const words = [able?.sends_email && 'email', able?.sends_sms && 'sms', able?.has_social && 'social']
  // A page of the same origin without the app.
  await page.goto('/icon-192.png')
  await page.evaluate(
    (kept) => {
      for (const [name, text] of Object.entries(kept)) localStorage.setItem(name, text)
    },
    {
      'auth-token': meta.token,
      'user-id': data.id,
      'user-name': `${first_name}_${last_name}`,
      role: meta.role,
      abilities: words.filter(Boolean).join(' '),
      ...(unproven_email && { [`unproven-email:${data.id}`]: unproven_email }),
    },
  )
  await page.goto(path)
  // The skeleton shows until the screen is rendered.
  await page.locator('#skeleton').waitFor({ state: 'detached' })
}
