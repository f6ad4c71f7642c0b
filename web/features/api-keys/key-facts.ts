import type { KeyScope } from '#contract/api-key-scope.ts'
import { shortDate } from '#web/lib/language/format.ts'
import { t } from '#web/lib/language/translate.ts'
import type { ApiKey } from './queries.ts'

type Described = Omit<ApiKey['attributes'], 'created_at'>

export const scopeNames: Readonly<
  Record<KeyScope, 'apiKeys.scopeRead' | 'apiKeys.scopeWrite' | 'apiKeys.scopeExport'>
> = {
  read: 'apiKeys.scopeRead',
  write: 'apiKeys.scopeWrite',
  export: 'apiKeys.scopeExport',
}

/** The key's scopes, and the surveys it is limited to. */
export function rightsOf({ scopes, team, template }: Described): string {
  return [
    ...scopes.map((scope) => t(scopeNames[scope])),
    ...(team ? [t('apiKeys.ofTeam', { team: team.name })] : []),
    ...(template ? [t('apiKeys.ofTemplate', { template: template.name })] : []),
  ].join(' · ')
}

/** The key's beginning, its last use, and its end. */
export function useOf({ hint, last_used_at, expires_at, is_expired }: Described): string {
  const end = expires_at ? t('apiKeys.expiresOn', { date: shortDate(expires_at) }) : t('apiKeys.expiresNever')
  return [
    `${hint}…`,
    last_used_at ? t('apiKeys.lastUsed', { date: shortDate(last_used_at) }) : t('apiKeys.neverUsed'),
    ...(is_expired ? [] : [end]),
  ].join(' · ')
}
