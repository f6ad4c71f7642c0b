import { limits } from '#contract/limits.ts'
import type { SurveyRole } from '#contract/surveys/surveys.ts'
import type { Db } from '#server/context.ts'
import { recordAtMost } from '#server/features/audit/limited.ts'
import type { Origin } from '#server/features/audit/record.ts'
import { sourceOf } from '#server/http/source.ts'

interface Export {
  readonly surveyId: string
  /** Null for guests. */
  readonly accountId: string | null
  readonly by: SurveyRole | 'guest'
  readonly what: 'pdf' | 'zip'
}

/** Records in the audit log that a PDF's or zip's address was issued. The address is valid for an hour. */
export async function recordExport(
  call: Origin & { readonly db: Db },
  { surveyId, accountId, by, what }: Export,
): Promise<void> {
  const entry = {
    action: 'survey.exported',
    accountId,
    target: { type: 'survey', id: surveyId },
    detail: { what, by },
  } as const
  const limit = {
    of: `${surveyId}/${accountId ?? sourceOf(call.address)}`,
    perMinute: limits.exportsPerMinute,
  }
  await recordAtMost(call.db, call, entry, limit)
}
