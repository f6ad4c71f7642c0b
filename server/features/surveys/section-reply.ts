import type { Db } from '#server/context.ts'
import { findSection } from '#survey/navigation.ts'
import { noteGiven } from './answers/known.ts'
import { loadWithMedia } from './load.ts'
import type { MediaSigner } from './media-items.ts'
import { presentSection } from './present.ts'

/** A whole section as it is now, for this session. */
export async function sectionReply(
  db: Db,
  sessionId: string,
  surveyId: string,
  sectionId: string,
  signer: MediaSigner,
) {
  await noteGiven(db, sessionId, sectionId, surveyId)
  const { survey, media } = await loadWithMedia(db, surveyId, { sectionId })
  const section = findSection(survey, sectionId)
  if (!section) throw new Error(`The section ${sectionId} is missing`)
  return presentSection(section, media, signer)
}
