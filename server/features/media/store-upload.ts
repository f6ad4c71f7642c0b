import { v7 as newId } from 'uuid'
import { limits } from '#contract/limits.ts'
import { extensionOf } from '#contract/rules/file.ts'
import type { Context, Db } from '#server/context.ts'
import { type OpenedAnswer, openAnswer, type Reader } from '#server/features/surveys/access.ts'
import { changeFiles, whyNotFiles } from '#server/features/surveys/change-files.ts'
import { Failure, fail } from '#server/http/failure.ts'
import { addFile, addMedia, addUpload, countUploads } from './data.ts'
import { discardFiles, findEarlier, type Ingested, type IngestedFile } from './ingest.ts'
import { readUpload } from './present.ts'

/** Characters that break file systems or disguise a name. Quotes stay; they mean inches here. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must go
const unsafe = /[\u0000-\u001f\u007f-\u009f<>:/\\|?*\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g

const longest = 120

interface Keeping {
  readonly db: Db
  readonly context: Context
  readonly account: Reader
  readonly now: Date
}

interface NamedUpload {
  readonly id: string
  readonly answerId: string
  /** SHA-256 of its files as received, in order. */
  readonly hashes: readonly string[]
  readonly ids: readonly string[]
  readonly descriptions: readonly string[]
}

/** Writes the rows of an upload whose files are already stored; a replayed upload returns its current state. */
export async function storeUpload(
  call: Keeping & Parameters<typeof changeFiles>[2],
  named: NamedUpload,
  { files, kept }: Ingested,
) {
  const { db, context, account, now } = call
  const answer = await openAnswer(db, account, named.answerId, 'add', { lock: true })
  if (answer instanceof Failure) return answer
  const { id, hashes } = named
  const upload = { id, surveyId: answer.surveyId, answerId: answer.id, hashes }
  const earlier = await findEarlier(call, upload)
  if (earlier === 'other') return fail('id.taken')
  if (earlier === 'same') {
    await discardFiles(context, kept)
    return readUpload(call, upload, answer)
  }
  if ((await countUploads(db, answer.id)) >= limits.uploadsPerField) return fail('media.tooManyUploads')
  const unfit = await whyNotFiles(
    db,
    answer,
    files.map(({ kind }) => kind),
  )
  if (unfit) return unfit
  await changeFiles(db, upload, call, async () => {
    await addUpload(db, upload, call)
    await addMediaRows({ db, context, body: named, now }, answer, upload, files)
  })
  // This call sent everything that the reply contains.
  return readUpload(call, upload, { contributes: false })
}

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
async function addMediaRows(
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
