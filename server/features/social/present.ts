import type { Config } from '#server/config.ts'
import type { SocialProvider } from '#server/social-config.ts'
import type { Secrets } from './attempt.ts'
import type { IdentityRow } from './data.ts'
import { providerName } from './providers.ts'

export function presentProvider({ id, name }: SocialProvider) {
  return { id, type: 'social_provider', attributes: { name } }
}

export function presentAttempt(id: string, { state, nonce, secret }: Secrets, address: string) {
  return {
    data: {
      id,
      type: 'social_attempt',
      attributes: { authorize_url: address, state, nonce, secret },
    },
  }
}

export function presentIdentity(config: Pick<Config, 'social'>, row: IdentityRow) {
  return {
    id: row.id,
    type: 'social_account',
    attributes: {
      provider: row.provider,
      name: providerName(config, row.provider),
      email: row.email,
      created_at: row.created_at.toISOString(),
    },
  }
}
