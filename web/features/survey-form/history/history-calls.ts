import { answerHistory } from '#contract/surveys/answer-history.ts'
import type { EarlierValue } from '#survey/earlier-values.ts'
import { call } from '#web/lib/http/call.ts'

export interface HistoryEntry extends EarlierValue {
  readonly id: string
  readonly by: string
}

/** All values an answer had, newest first, or an error message. */
export async function readHistory(
  survey: string,
  answer: string,
): Promise<{ readonly entries: readonly HistoryEntry[] } | { readonly problem: string }> {
  const result = await call(answerHistory, { params: { id: survey }, query: { detail_id: answer } })
  if (!result.ok) return { problem: result.message }
  const entries = result.reply.data.map(({ id, attributes }): HistoryEntry => {
    const { field_value: value, field_value_multiple: values, edited_by: by, outcome } = attributes
    const at = attributes.edited_at ?? attributes.received_at
    return { id, value, values, by, at, lost: outcome === 'lost' }
  })
  return { entries }
}
