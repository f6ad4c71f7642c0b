import { answerTerms } from '#contract/admin/legal.ts'
import { call } from '#web/lib/http/call.ts'
import { reloadLegal } from './queries.ts'

/** Accepts or rejects a version and reloads everything that depends on it. */
export async function saveTermsAnswer(id: string, isAccepted: boolean) {
  const result = await call(answerTerms, { body: { id, is_accepted: isAccepted } })
  if (result.ok) await reloadLegal()
  return result
}
