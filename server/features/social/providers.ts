import type { Config } from '#server/config.ts'
import type { SocialProvider } from '#server/social-config.ts'

export function findProvider({ social }: Pick<Config, 'social'>, id: string): SocialProvider | null {
  return social.find((one) => one.id === id) ?? null
}

/** Also works for a provider that has since been removed from the configuration. */
export function providerName(config: Pick<Config, 'social'>, id: string): string {
  return findProvider(config, id)?.name ?? id.charAt(0).toUpperCase() + id.slice(1)
}

/** The one address to which providers send people back; operators register it there. */
export function returnAddress({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  return `${publicUrl}/SocialMediaAccountLoginScreen`
}

/** The provider did not answer, or not correctly: not the fault of the person signing in. */
export class ProviderUnavailable extends Error {}

/** The provider's answer proves nothing. Its message is for the log. */
export class NotProven extends Error {}
