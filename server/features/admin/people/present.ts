import { restorableUntil } from '#server/features/accounts/deletion.ts'
import type { ListedRow } from './account-list.ts'
import type { findByName } from './user-search.ts'

export function presentListed(row: ListedRow) {
  return {
    id: row.id,
    type: 'account',
    attributes: {
      first_name: row.first_name,
      last_name: row.last_name,
      email: row.email ?? '',
      full_phone_number: row.full_phone_number,
      type: row.type,
      role: roleOf(row),
      may_make_templates: roleOf(row) === 'admin' || row.may_make_templates,
      is_disabled: row.disabled_at !== null,
      is_deleted: row.deleted_at !== null,
      restorable_until: row.deleted_at && restorableUntil(row.deleted_at).toISOString(),
      is_invited: !row.password_is_own,
      invitation_ends_at: row.password_is_own ? null : (row.one_time_password_ends_at?.toISOString() ?? null),
      created_at: row.created_at.toISOString(),
      last_seen_at: row.last_seen_at?.toISOString() ?? null,
    },
  }
}

export function roleOf({ role }: { readonly role: string }): 'admin' | 'surveyor' {
  return role === 'admin' ? 'admin' : 'surveyor'
}

/** The specification's fields; `device_id` is not stored here. */
export function presentFound(row: Awaited<ReturnType<typeof findByName>>[number]) {
  return {
    id: row.id,
    type: row.type,
    attributes: {
      first_name: row.first_name,
      last_name: row.last_name,
      user_name: `${row.first_name}_${row.last_name}`,
      email: row.email ?? '',
      phone_number: row.phone_number || row.full_phone_number,
      country_code: row.country_code,
      device_id: null,
      created_at: row.created_at.toISOString(),
    },
  }
}
