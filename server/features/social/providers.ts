import type { Config } from '#server/config.ts'
import type { SocialProvider } from '#server/social-config.ts'

export function findProvider({ social }: Pick<Config, 'social'>, id: string): SocialProvider | null {
  return social.find((one) => one.id === id) ?? null
}

/** Also of a provider that was taken out of the configuration since. */
export function providerName(config: Pick<Config, 'social'>, id: string): string {
  return findProvider(config, id)?.name ?? id.charAt(0).toUpperCase() + id.slice(1)
}

/** The one address to which providers send people back; operators register it there. */
export function returnAddress({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  return `${publicUrl}/SocialMediaAccountLoginScreen`
}

/** The provider did not answer, or not as it should: no fault of whoever signs in. */
export class ProviderAway extends Error {}

/** The answer of the provider proves nothing. Its words are for the log. */
export class NotProven extends Error {}
