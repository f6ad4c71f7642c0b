import type { Db } from '#server/context.ts'
import { pinnedTemplate } from '#server/features/templates/data.ts'
import { logicOf } from '#survey/logic/template-logic.ts'
import { loadSurvey } from './load.ts'

/** Returns the answers that conditions hide now. Costs nothing if the template has no conditions. */
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
