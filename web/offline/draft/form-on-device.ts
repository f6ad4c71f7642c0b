import { hasTemplate } from '../incoming/server-copy.ts'
import { db, onDevice } from '../store/database.ts'

/** The address of a survey's form, at its first section; null where the survey is not on this device. */
export async function formOnDevice(account: string, survey: string): Promise<string | null> {
  const known = await onDevice(() => db.copies.get([account, survey]))
  if (!known || !(await hasTemplate(account, known.head.survey_template_id))) return null
  const [first] = known.sections
  return first ? `/survey/${known.head.survey_template_id}/${survey}/${first.id}` : null
}
