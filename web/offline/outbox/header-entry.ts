import type { InputOf } from '#contract/endpoint.ts'
import type { submitSurvey } from '#contract/surveys.ts'
import type { OutboxRow } from '../store/rows.ts'

type Body = NonNullable<InputOf<typeof submitSurvey>['body']>
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
export function headerIn({ endpoint, input }: OutboxRow): HeaderBody {
  return endpoint === 'surveys.submit' ? ((input as InputOf<typeof submitSurvey>).body ?? {}) : {}
}

/** Whether it is a Save or a Submit; new names and the report's choices are another matter. */
export function isStatus(row: OutboxRow): boolean {
  return headerIn(row).status !== undefined
}
