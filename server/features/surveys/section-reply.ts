import type { Db } from '#server/context.ts'
import { Failure } from '#server/http/failure.ts'
import { findSection } from '#survey/navigation.ts'
import { openToReplay } from './access.ts'
import { loadWithMedia } from './load.ts'
import type { MediaSigner } from './media-items.ts'
import { earlierSection } from './moved/earlier-section.ts'
import { presentSection, signerOf } from './present.ts'
import { recordSessionRead } from './save/save.ts'

/** Returns a whole section in its current state and records that the session received it. */
export async function sectionReply(
  db: Db,
  sessionId: string,
  surveyId: string,
  sectionId: string,
  signer: MediaSigner,
) {
  await recordSessionRead(db, sessionId, sectionId, surveyId)
  const { survey, media } = await loadWithMedia(db, surveyId, { sectionId })
  const section = findSection(survey, sectionId) ?? (await readEarlier(db, surveyId, sectionId))
  if (!section) throw new Error(`The section ${sectionId} is missing`)
  return presentSection(section, media, signer)
}

type ReplayCall = Parameters<typeof signerOf>[0] & { readonly db: Db }

/** Replays a reply with the current state of the section. */
export async function replaySection(call: ReplayCall, surveyId: string, sectionId: string) {
  const { db, account } = call
  const survey = await openToReplay(db, account, surveyId)
  if (survey instanceof Failure) return survey
  return sectionReply(db, account.sessionId, survey.id, sectionId, signerOf(call))
}

/** For a device that does not know that the survey was moved to a version without this section. */
async function readEarlier(db: Db, surveyId: string, sectionId: string) {
  const row = await db.selectFrom('survey').selectAll().where('id', '=', surveyId).executeTakeFirst()
  return row && (await earlierSection(db, row, sectionId))?.section
}
