import { templateDetails } from '#contract/templates/templates.ts'
import { call, type Failure } from '#web/lib/http/call.ts'
import { unreached } from '#web/lib/http/unreached.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { hasTemplate, rememberTemplate } from './server-copy.ts'

/** Brings this version of a template onto the device. It never changes, so it is read once. null = it is there. */
export async function ensureTemplate(account: string, id: string): Promise<Failure | null> {
  if (await hasTemplate(account, id)) return null
  const read = await call(templateDetails, { query: { survey_template_id: id } }, { account })
  if (!read.ok) return read
  // Whoever has logged out meanwhile leaves nothing behind.
  if (currentSession()?.userId !== account) return unreached()
  await rememberTemplate(account, read.reply.survey_template_details.data.attributes)
  return null
}
