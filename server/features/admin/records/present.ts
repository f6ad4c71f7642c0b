import type { AuditRow } from './audit-list.ts'

type Detail = Readonly<Record<string, string | number | boolean>>

/** Names to show for ids of accounts and surveys: an account's name, and for a survey its owner's. */
export interface Names {
  readonly accounts: ReadonlyMap<string, string>
  /** Owners' ids by survey. */
  readonly owners: ReadonlyMap<string, string>
  /** Accounts' ids by membership. */
  readonly members: ReadonlyMap<string, string>
}

export function presentAudit(row: AuditRow, { accounts, owners, members }: Names) {
  const nameOf = (id: string | null | undefined) => accounts.get(id ?? '') ?? null
  const nameFor = (value: string) => nameOf(members.get(value) ?? value)
  return {
    id: row.id,
    type: 'audit',
    attributes: {
      at: row.at.toISOString(),
      action: row.action,
      account_id: row.account_id,
      account_name: nameOf(row.account_id),
      target_type: row.target_type,
      target_id: row.target_id,
      target_name: row.target_type === 'account' ? nameOf(row.target_id) : null,
      target_owner: row.target_type === 'survey' ? nameOf(owners.get(row.target_id)) : null,
      address: row.address,
      user_agent: row.user_agent,
      detail: Object.fromEntries(
        Object.entries(row.detail as Detail)
          // A hash that means nothing to administrators.
          .filter(([key]) => key !== 'device')
          .map(([key, value]) => [key, nameFor(String(value)) ?? value]),
      ),
    },
  }
}

/** Every id in a row: who did it, to whom, and who is in its details. */
export function idsIn(row: AuditRow): readonly string[] {
  const details = Object.values(row.detail as Detail).map(String)
  return [row.account_id ?? '', row.target_type === 'account' ? row.target_id : '', ...details]
}
