import type { Db } from '#server/context.ts'
import { findSection } from '#survey/navigation.ts'
import { recordReading } from './answers/known.ts'
import { loadWithMedia } from './load.ts'
import type { MediaSigner } from './media-items.ts'
import { earlierSection } from './moved/earlier-section.ts'
import { presentSection } from './present.ts'

/** A whole section as it is now, for this session. */
export async function sectionReply(
  db: Db,
  sessionId: string,
  surveyId: string,
  sectionId: string,
  signer: MediaSigner,
) {
  await recordReading(db, sessionId, sectionId, surveyId)
  const { survey, media } = await loadWithMedia(db, surveyId, { sectionId })
  const section = findSection(survey, sectionId) ?? (await readEarlier(db, surveyId, sectionId))
  if (!section) throw new Error(`The section ${sectionId} is missing`)
  return presentSection(section, media, signer)
}

/** For a device that has not heard that the survey was moved to a version without this section. */
async function readEarlier(db: Db, surveyId: string, sectionId: string) {
  const row = await db.selectFrom('survey').selectAll().where('id', '=', surveyId).executeTakeFirst()
  return row && (await earlierSection(db, row, sectionId))?.section
}
