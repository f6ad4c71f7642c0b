import { hasTemplate } from '../incoming/server-copy.ts'
import { db, onDevice } from '../store/database.ts'

/** Returns the path of the survey's form at its first section, or null if the survey isn't on this device. */
export async function formOnDevice(account: string, survey: string): Promise<string | null> {
  const known = await onDevice(() => db.copies.get([account, survey]))
  if (!known || !(await hasTemplate(account, known.head.survey_template_id))) return null
  const [first] = known.sections
  return first ? `/survey/${known.head.survey_template_id}/${survey}/${first.id}` : null
}
