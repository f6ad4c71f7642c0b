import { createApiKey } from '#contract/accounts/api-keys.ts'
import type { KeyScope } from '#contract/api-key-scope.ts'
import type { ApiClient } from './api.ts'
import type { MadeAccount } from './make.ts'

export interface MadeKey {
  readonly id: string
  readonly secret: string
  /** Calls with the key. */
  readonly api: ApiClient
}

interface Given {
  readonly scopes?: readonly KeyScope[]
  readonly team_id?: string
  readonly template_id?: string
  readonly expires_in_days?: 30 | 90 | 365 | null
  readonly name?: string
}

/** Makes a key through the API; by default it may read all surveys and never expires. */
export async function makeKey(owner: MadeAccount, given: Given = {}): Promise<MadeKey> {
  const { scopes = ['read'], ...rest } = given
  const attributes = { name: 'Nightly sync', expires_in_days: null, ...rest, scopes: [...scopes] }
  const { status, body } = await owner.api.call(createApiKey, { body: { data: { attributes } } })
  if (status !== 201) throw new Error(`The key was refused: ${JSON.stringify(body)}`)
  return { id: body.data.id, secret: body.meta.key, api: owner.api.withKey(body.meta.key) }
}
