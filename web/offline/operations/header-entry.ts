import type { OutboxRow, PayloadOf } from '../store/outbox-rows.ts'

type Body = NonNullable<PayloadOf<'surveys.submit'>['body']>
export type HeaderBody = Pick<
  Body,
  | 'survey_name'
  | 'owner_name'
  | 'status'
  | 'checkbox_1'
  | 'checkbox_2'
  | 'show_positions'
  | 'show_internal'
  | 'time_zone'
>

/** Returns an entry's changes to the survey's header; empty for other entries. */
export function headerIn(row: OutboxRow): HeaderBody {
  return row.endpoint === 'surveys.submit' ? (row.input.body ?? {}) : {}
}

/** Whether the entry is a Save or Submit, not a change of names or report choices. */
export function isStatus(row: OutboxRow): boolean {
  return headerIn(row).status !== undefined
}
