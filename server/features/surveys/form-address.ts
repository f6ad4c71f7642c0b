import type { Context, Db } from '#server/context.ts'
import { pinnedTemplate } from '#server/features/templates/data.ts'
import { sectionId } from '#survey/survey.ts'
import type { SurveyRow } from './data.ts'

/** URL of the form's first section, which requires a login. */
export async function formAddress(
  { config }: Context,
  db: Db,
  survey: Pick<SurveyRow, 'id' | 'template_id'>,
): Promise<string> {
  const template = await pinnedTemplate(db, survey.template_id)
  const [first] = template.sections
  const section = first ? `/${sectionId(survey.id, first)}` : ''
  return `${config.publicUrl}/survey/${survey.template_id}/${survey.id}${section}`
}
