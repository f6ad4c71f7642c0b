import type { Db } from '#server/context.ts'
import { findSection } from '#survey/navigation.ts'
import { loadWithMedia } from './load.ts'
import type { MediaSigner } from './media-items.ts'
import { presentSection } from './present.ts'

/** A whole section as it is now. */
export async function sectionReply(db: Db, surveyId: string, sectionId: string, signer: MediaSigner) {
  const { survey, media } = await loadWithMedia(db, surveyId, { sectionId })
  const section = findSection(survey, sectionId)
  if (!section) throw new Error(`The section ${sectionId} is missing`)
  return presentSection(section, media, signer)
}
