import { type KeyScope, keyScopes } from '#contract/api-key-scope.ts'
import type { Db } from '#server/context.ts'
import { pinnedTemplate } from '#server/features/templates/data.ts'
import type { KeyRow } from './data.ts'

/** Returns keys as replies. The names of templates are those of their newest versions. */
export async function presentKeys(db: Db, rows: readonly KeyRow[], now: Date) {
  return Promise.all(rows.map((row) => presentKey(db, row, now)))
}

async function presentKey(db: Db, row: KeyRow, now: Date) {
  const template = row.template_id === null ? null : await pinnedTemplate(db, row.template_id)
  return {
    id: row.id,
    type: 'api_key',
    attributes: {
      name: row.name,
      hint: row.hint,
      scopes: keyScopes.filter((scope: KeyScope) => row.scopes.includes(scope)),
      team: row.team_id === null ? null : { id: row.team_id, name: row.team_name ?? '' },
      template: template && { id: template.id, name: template.name },
      created_at: row.created_at.toISOString(),
      expires_at: row.expires_at?.toISOString() ?? null,
      is_expired: row.expires_at !== null && row.expires_at <= now,
      last_used_at: row.last_used_at?.toISOString() ?? null,
    },
  }
}

/** Returns keys with their owners, for administrators. */
export async function presentOwnedKeys(db: Db, rows: readonly KeyRow[], now: Date) {
  const presented = await presentKeys(db, rows, now)
  return presented.map((key, at) => ({
    ...key,
    attributes: {
      ...key.attributes,
      account: {
        id: rows[at]?.account_id ?? '',
        name: rows[at]?.owner_name ?? '',
        email: rows[at]?.owner_email ?? '',
      },
    },
  }))
}
