import type { Db } from '#server/context.ts'
import { pinnedTemplate } from '#server/features/templates/data.ts'
import { logicOf } from '#survey/logic/plan.ts'
import { loadSurvey } from './load.ts'

/** The answers that a condition hides at this moment. Costs nothing where the template hides none. */
export async function hiddenAnswers(
  db: Db,
  survey: { readonly id: string; readonly template_id: string },
): Promise<readonly string[]> {
  if (!logicOf(await pinnedTemplate(db, survey.template_id)).hides) return []
  const { sections } = await loadSurvey(db, survey.id)
  return sections.flatMap(({ subSections }) =>
    subSections.flatMap(({ answers }) => answers.flatMap(({ id, hidden }) => (hidden ? id : []))),
  )
}
