import { limits } from '#contract/limits.ts'
import type { Context, Db } from '#server/context.ts'
import { openAnswer } from '#server/features/surveys/access.ts'
import { changeFiles } from '#server/features/surveys/change-files.ts'
import { whyNotFiles } from '#server/features/surveys/file-rules.ts'
import { Failure, fail } from '#server/http/failure.ts'
import { addMediaRows } from './add-media-rows.ts'
import { addUpload, countUploads } from './data.ts'
import { readUpload } from './present.ts'
import { discardFiles, findEarlier, type Ingested } from './uploads.ts'

interface Keeping {
  readonly db: Db
  readonly context: Context
  readonly account: { readonly id: string }
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
  const answer = await openAnswer(db, account.id, named.answerId, 'add', { lock: true })
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
