import { v7 as newId } from 'uuid'
import type { Context, Db } from '#server/context.ts'
import type { OpenedAnswer } from '#server/features/surveys/access.ts'
import { addFile, addMedia } from './data.ts'
import { shownName } from './shown-name.ts'
import type { IngestedFile } from './uploads.ts'

interface Adding {
  readonly db: Db
  readonly context: Context
  readonly body: { readonly ids: readonly string[]; readonly descriptions: readonly string[] }
  readonly now: Date
}

/**
 * Writes the rows of files whose bytes are already kept, in their order, with the device's ids and words. They are the
 * survey's owner's, whoever adds them, and were taken by the survey's clock where their camera says none.
 */
export async function addAll(
  { db, body, now }: Adding,
  { ownerId, timeZone }: Pick<OpenedAnswer, 'ownerId' | 'timeZone'>,
  upload: { readonly id: string; readonly surveyId: string; readonly answerId: string },
  files: readonly IngestedFile[],
): Promise<void> {
  for (const [index, file] of files.entries()) {
    const fileId = await addFile(db, ownerId, file, now, timeZone)
    const media = {
      id: body.ids[index] ?? newId(),
      uploadId: upload.id,
      surveyId: upload.surveyId,
      answerId: upload.answerId,
      fileId,
      kind: file.kind,
      filename: shownName(file.filename, file.extension),
      description: body.descriptions[index] ?? '',
    }
    await addMedia(db, media, now)
  }
}
