import { listTemplates } from '#contract/templates/templates.ts'
import { call } from '#web/lib/http/call.ts'
import { ensureTemplate } from '../incoming/ensure-template.ts'
import { keep } from '../store/kept.ts'

/** Every current template comes whole onto the device: a survey can be begun from each without network. */
export async function keepTemplates(account: string): Promise<void> {
  const listed = await call(listTemplates, {})
  if (!listed.ok) return
  const templates = listed.reply.survey_templates
  await keep(account, 'templates', templates)
  for (const { id } of templates) if (await ensureTemplate(account, id)) return
}
