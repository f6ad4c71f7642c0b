import { v7 as newId } from 'uuid'
import { extensionOf } from '#contract/rules/file.ts'
import type { Context, Db } from '#server/context.ts'
import type { OpenedAnswer } from '#server/features/surveys/access.ts'
import { addFile, addMedia } from './data.ts'
import type { IngestedFile } from './uploads.ts'

/** Characters that break file systems or disguise a name. Quotes stay; they mean inches here. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must go
const unsafe = /[\u0000-\u001f\u007f-\u009f<>:/\\|?*\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g
const longest = 120

/** Returns the displayed name: cleaned, cut, and with the extension of the actual content. */
function shownName(given: string, extension: string): string {
  const claimed = extensionOf(given)
  const stem = claimed === '' ? given : given.slice(0, -claimed.length - 1)
  const clean = stem
    .normalize('NFC')
    .replace(unsafe, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[ .]+|[ .]+$/g, '')
  return `${[...clean].slice(0, longest).join('') || 'file'}.${extension}`
}

interface Adding {
  readonly db: Db
  readonly context: Context
  readonly body: { readonly ids: readonly string[]; readonly descriptions: readonly string[] }
  readonly now: Date
}

/**
 * Writes the rows of files that are already stored, in order, with the device's ids and descriptions. They
 * belong to the survey's owner; times without a zone are in the survey's.
 */
export async function addMediaRows(
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
