import { abilities } from '#contract/accounts/entry.ts'
import type { Page } from './engines/page.ts'
import { newSession, type Surveyor } from './site.ts'

/**
 * The app at `path`, for somebody who logged in on this device before. Neither login nor dashboard is drawn for it: the way
 * through both has journeys of its own.
 */
export async function openAs(page: Page, surveyor: Surveyor, path: string): Promise<void> {
  const { data, meta } = await newSession(surveyor.api, surveyor)
  const { first_name, last_name, unproven_email } = data.attributes
  // The login screen asks what the installation is set up for.
  const able = (await surveyor.api.call(abilities, {}))?.body.data
  const words = [able?.sends_email && 'email', able?.sends_sms && 'sms', able?.has_social && 'social']
  // Of the same origin, and nothing of the app.
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
  // Until the screen is drawn its place is held.
  await page.locator('#skeleton').waitFor({ state: 'detached' })
}
