import { isIP } from 'node:net'
import type { Config } from '#server/config.ts'

export interface Site {
  readonly origin: string
  /** The domain that passkeys are bound to. */
  readonly rpId: string
}

/** Where passkeys of this installation belong; null where it is reached by number: browsers bind them to names only. */
export function siteOf({ publicUrl }: Pick<Config, 'publicUrl'>): Site | null {
  const { origin, hostname } = new URL(publicUrl)
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? { origin, rpId: hostname } : null
}
