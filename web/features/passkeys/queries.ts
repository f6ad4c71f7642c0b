import { passkeys } from '#contract/accounts/passkeys.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { queryClient, reading } from '#web/lib/http/query-client.ts'

export type Passkey = ReplyOf<typeof passkeys>['data'][number]

export const passkeysQuery = reading(passkeys, {})

export function reloadPasskeys(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [passkeys.name] })
}
