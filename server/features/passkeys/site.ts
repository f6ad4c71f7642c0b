import { isIP } from 'node:net'
import type { Config } from '#server/config.ts'

export interface Site {
  readonly origin: string
  /** The domain that passkeys are bound to. */
  readonly rpId: string
}

/**
 * The site that this installation's passkeys belong to; null if it is reached by IP address: browsers bind
 * passkeys only to names.
 */
export function siteOf({ publicUrl }: Pick<Config, 'publicUrl'>): Site | null {
  const { origin, hostname } = new URL(publicUrl)
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? { origin, rpId: hostname } : null
}
