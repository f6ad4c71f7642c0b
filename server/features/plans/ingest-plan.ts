import { limits } from '#contract/limits.ts'
import type { addPlan } from '#contract/plans.ts'
import { plainName } from '#contract/rules/file.ts'
import type { NewFile } from '#server/features/media/data.ts'
import { type IngestFailure, ingestPhoto } from '#server/features/media/ingest.ts'
import { takeBack } from '#server/features/media/uploads.ts'
import { openSurvey } from '#server/features/surveys/access.ts'
import { readKind } from '#server/files/kind.ts'
import { Failure, fail } from '#server/http/failure.ts'
import type { ReceivedFile } from '#server/http/multipart.ts'
import type { Call } from '#server/http/serve.ts'

export interface IngestedPlan {
  readonly file: NewFile
  /** Everything that was written to the store. */
  readonly kept: readonly string[]
}

type PlanFailure =
  | Exclude<IngestFailure, Failure<'media.videoTooLarge'>>
  | Failure<
      | 'survey.notFound'
      | 'survey.readOnly'
      | 'media.noFiles'
      | 'media.wrongType'
      | 'media.photoTooLarge'
      | 'media.unreadable'
    >

/** Proves and keeps the picture of a plan before its transaction opens; sharper than a photo's copies are. */
export async function ingestPlan(call: Call<typeof addPlan>): Promise<IngestedPlan | PlanFailure> {
  const { db, account, body, files, context } = call
  const survey = await openSurvey(db, account.id, body.user_survey_id, 'edit')
  if (survey instanceof Failure) return survey
  const [file, ...others] = files
  if (file?.part !== 'picture' || others.length > 0) return fail('media.noFiles')
  const kept: string[] = []
  try {
    const made = await ingestPicture(call, file, kept)
    if (!(made instanceof Failure)) return { file: made, kept }
    await takeBack(context, kept)
    return made
  } catch (error) {
    await takeBack(context, kept)
    throw error
  }
}

async function ingestPicture(
  { context }: Call<typeof addPlan>,
  file: ReceivedFile,
  kept: string[],
): Promise<NewFile | PlanFailure> {
  const named = { values: { files: plainName(file.filename) } }
  const kind = await readKind(file.bytes.path)
  if (kind?.kind !== 'photo') return fail('media.wrongType', named)
  if (file.bytes.size > limits.photoBytes) return fail('media.photoTooLarge', named)
  const made = await ingestPhoto(context, file, kind, kept, 'plan')
  return made instanceof Failure ? fail('media.unreadable', named) : made
}
