import type { AuditRow } from './audit-list.ts'

export function presentAudit(row: AuditRow, names: ReadonlyMap<string, string>) {
  return {
    id: row.id,
    type: 'audit',
    attributes: {
      at: row.at.toISOString(),
      action: row.action,
      account_id: row.account_id,
      account_name: names.get(row.account_id ?? '') ?? null,
      target_type: row.target_type,
      target_id: row.target_id,
      target_name: row.target_type === 'account' ? (names.get(row.target_id) ?? null) : null,
      address: row.address,
      user_agent: row.user_agent,
      detail: row.detail as Readonly<Record<string, string | number | boolean>>,
    },
  }
}
