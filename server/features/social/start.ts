import type { Context } from '#server/context.ts'
import { type Failure, fail } from '#server/http/failure.ts'
import { newSecrets, type Secrets } from './attempt.ts'
import { facebookAddress } from './facebook.ts'
import { openIdAddress } from './openid.ts'
import { findProvider, NotProven, ProviderUnavailable, returnAddress } from './providers.ts'

export interface Starting {
  readonly provider: string
  readonly secrets: Secrets
  readonly address: string
}

/** Returns the provider's login address. Fetches its endpoints, so it is for `prepare`. */
export async function prepareStart(
  context: Context,
  id: string,
): Promise<Starting | Failure<'social.notConfigured' | 'social.unavailable'>> {
  const provider = findProvider(context.config, id)
  if (!provider) return fail('social.notConfigured')
  const secrets = newSecrets(context)
  const leaving = { ...secrets, returnTo: returnAddress(context.config) }
  try {
    const address =
      provider.kind === 'facebook'
        ? facebookAddress(provider, leaving)
        : await openIdAddress(provider, leaving)
    return { provider: id, secrets, address }
  } catch (error) {
    if (!(error instanceof ProviderUnavailable || error instanceof NotProven)) throw error
    context.log.warn({ provider: id, reason: error.message }, 'A sign-in provider cannot be used')
    return fail('social.unavailable')
  }
}
