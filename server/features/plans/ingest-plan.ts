import { limits } from '#contract/limits.ts'
import type { addPlan, addPlanResumed } from '#contract/media/plans.ts'
import { plainName } from '#contract/rules/file.ts'
import type { Context } from '#server/context.ts'
import type { NewFile } from '#server/features/media/data.ts'
import { discardFiles, type IngestFailure, ingestPhoto } from '#server/features/media/ingest.ts'
import { copyPart } from '#server/features/media/resumable/received-parts.ts'
import { openSurvey } from '#server/features/surveys/access.ts'
import { readKind } from '#server/files/kind.ts'
import { Failure, fail } from '#server/http/failure.ts'
import { dropFiles, type ReceivedFile } from '#server/http/multipart.ts'
import type { Call } from '#server/http/serve.ts'
import { findPlan } from './data.ts'
import { earlierPlan } from './policy.ts'

export interface IngestedPlan {
  readonly file: NewFile
  /** Everything that was written to the store. */
  readonly kept: readonly string[]
}

/** A plan that already exists. */
interface TakenOver {
  readonly file: null
  readonly kept: readonly []
}

type PlanFailure =
  | Exclude<IngestFailure, Failure<'media.videoTooLarge'>>
  | Failure<
      | 'survey.notFound'
      | 'survey.readOnly'
      | 'media.noFiles'
      | 'media.wrongType'
      | 'media.photoTooLarge'
      | 'media.tooManyPixels'
      | 'media.unreadable'
    >

/**
 * Checks and stores the picture of a plan before its transaction opens; its copies are sharper than a photo's.
 */
export async function ingestPlan(call: Call<typeof addPlan>): Promise<IngestedPlan | PlanFailure> {
  const { db, account, body, files, context } = call
  const survey = await openSurvey(db, account, body.user_survey_id, 'add')
  if (survey instanceof Failure) return survey
  const [file, ...others] = files
  if (file?.part !== 'picture' || others.length > 0) return fail('media.noFiles')
  return keepPicture(context, file)
}

/** Same, for one that arrived in parts; the parts are removed once everything is committed. */
export async function ingestReceivedPlan(
  call: Call<typeof addPlanResumed>,
): Promise<IngestedPlan | TakenOver | PlanFailure | Failure<'media.damaged' | 'media.uploadGone'>> {
  const { db, account, body, context } = call
  const survey = await openSurvey(db, account, body.user_survey_id, 'add')
  if (survey instanceof Failure) return survey
  // The plan already exists, so there is nothing to check; the handler returns its current state.
  const known = await findPlan(db, survey.id, body.id)
  if (earlierPlan(known, body.sha256) === 'same') return { file: null, kept: [] }
  const named = { values: { files: plainName(body.filename) } }
  const copied: ReceivedFile[] = []
  try {
    const file = await copyPart(call, body.upload, { part: 'picture', filename: body.filename }, copied)
    if (!file) return fail('media.uploadGone', named)
    if (file.bytes.sha256 !== body.sha256) return fail('media.damaged', named)
    return await keepPicture(context, file)
  } finally {
    await dropFiles(context.files, copied)
  }
}

async function keepPicture(context: Context, file: ReceivedFile): Promise<IngestedPlan | PlanFailure> {
  const kept: string[] = []
  try {
    const made = await ingestPicture(context, file, kept)
    if (!(made instanceof Failure)) return { file: made, kept }
    await discardFiles(context, kept)
    return made
  } catch (error) {
    await discardFiles(context, kept)
    throw error
  }
}

async function ingestPicture(
  context: Context,
  file: ReceivedFile,
  kept: string[],
): Promise<NewFile | PlanFailure> {
  const named = { values: { files: plainName(file.filename) } }
  const kind = await readKind(file.bytes.path)
  if (kind?.kind !== 'photo') return fail('media.wrongType', named)
  if (file.bytes.size > limits.photoBytes) return fail('media.photoTooLarge', named)
  const made = await ingestPhoto(context, file, kind, kept, 'plan')
  if (!(made instanceof Failure)) return made
  return fail(made.code === 'media.tooManyPixels' ? made.code : 'media.unreadable', named)
}
