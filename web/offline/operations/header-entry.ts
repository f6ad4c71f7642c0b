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

/** What an entry changes of the survey as a whole; nothing for entries about anything else. */
export function headerIn(row: OutboxRow): HeaderBody {
  return row.endpoint === 'surveys.submit' ? (row.input.body ?? {}) : {}
}

/** Whether it is a Save or a Submit; new names and the report's choices are another matter. */
export function isStatus(row: OutboxRow): boolean {
  return headerIn(row).status !== undefined
}
