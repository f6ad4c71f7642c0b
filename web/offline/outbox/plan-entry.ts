import type { OutboxRow } from '../store/rows.ts'

/** The plan that an entry is about; null for any other entry. */
export function planOf({ endpoint, input }: OutboxRow): string | null {
  if (!endpoint.startsWith('plans.')) return null
  const { body, params } = input as { body?: { id?: string }; params?: { id?: string } }
  return params?.id ?? body?.id ?? null
}
