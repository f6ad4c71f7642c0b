import { templateDetails } from '#contract/templates/templates.ts'
import { call, type Failure, unreachedFailure } from '#web/lib/http/call.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { hasTemplate, rememberTemplate } from './server-copy.ts'

/**
 * Downloads this template version unless the device has it; versions never change. Returns null on success.
 */
export async function ensureTemplate(account: string, id: string): Promise<Failure | null> {
  if (await hasTemplate(account, id)) return null
  const read = await call(templateDetails, { query: { survey_template_id: id } }, { account })
  if (!read.ok) return read
  // Store nothing after a logout.
  if (currentSession()?.userId !== account) return unreachedFailure()
  await rememberTemplate(account, read.reply.survey_template_details.data.attributes)
  return null
}
