import { templateDetails } from '#contract/templates.ts'
import { call, type Failure } from '#web/lib/call.ts'
import { knowsTemplate } from '../draft/load-survey.ts'
import { rememberTemplate } from './server-copy.ts'

/** Brings this version of a template onto the device. It never changes, so it is read once. null = it is there. */
export async function knowTemplate(account: string, id: string): Promise<Failure | null> {
  if (await knowsTemplate(account, id)) return null
  const read = await call(templateDetails, { query: { survey_template_id: id } })
  if (!read.ok) return read
  await rememberTemplate(account, read.reply.survey_template_details.data.attributes)
  return null
}
