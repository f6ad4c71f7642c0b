import { type ChangedFiles, changedFiles } from '#contract/surveys/survey-changed.ts'
import type { CopiedAnswer } from '#survey/survey-copy.ts'
import { call } from '#web/lib/http/call.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { prefetchPictures } from '../pictures/prefetch-pictures.ts'
import { publish } from '../store/bus.ts'
import { db, onDevice } from '../store/database.ts'
import type { SubSectionRow } from '../store/rows.ts'
import { isUnverified } from '../store/unverified.ts'
import { homeOf } from './remote-answers.ts'
import { readCopyState } from './server-copy.ts'

const readsAtMost = 5

/**
 * Downloads the photos and videos of these answers into the device's copy; open drafts reload by themselves.
 * Returns false if the survey has to be read instead: the call failed, or the server or the device lacks one of
 * the answers. A read that overlapped with sending may be outdated and is repeated.
 */
export async function fetchChangedFiles(
  account: string,
  survey: string,
  answers: readonly string[],
  left = readsAtMost,
): Promise<boolean> {
  const { taken, onlyHere } = await readCopyState(account, survey)
  if (left === 0 || onlyHere || (await isUnverified(account, survey))) return false
  const input = { params: { id: survey }, query: { answers: answers.join(',') } }
  const result = await call(changedFiles, input, { account })
  if (!result.ok || result.reply.data.length < answers.length) return false
  // Store nothing after a logout.
  if (currentSession()?.userId !== account) return true
  const stored = await storeChangedFiles(account, survey, result.reply, taken)
  if (stored === 'outdated') return fetchChangedFiles(account, survey, answers, left - 1)
  if (stored === 'unknown') return false
  publish(account, { kind: 'changed', survey })
  void prefetchPictures(account, survey)
  return true
}

/**
 * Stores the files in one transaction. Unsent files and edits are outbox entries and stay. `taken` is the count
 * of confirmed changes before the request.
 */
async function storeChangedFiles(
  account: string,
  survey: string,
  { data, meta }: ChangedFiles,
  taken: number,
): Promise<'stored' | 'outdated' | 'unknown'> {
  return onDevice(() =>
    db.transaction('rw', [db.copies, db.subSections, db.kept], async () => {
      const copy = await db.copies.get([account, survey])
      if (!copy || (await isUnverified(account, survey))) return 'unknown'
      if ((copy.taken ?? 0) !== taken) return 'outdated'
      const homes = new Map<string, SubSectionRow>()
      for (const { id, attributes } of data) {
        const found = await homeOf(copy, id)
        const home = found && (homes.get(found.id) ?? found)
        const after = home && withFiles(home, id, attributes)
        if (!after) return 'unknown'
        homes.set(after.id, after)
      }
      await db.subSections.bulkPut([...homes.values()])
      await db.copies.update([account, survey], {
        head: { ...copy.head, ...meta },
        // A whole read that began before would restore the earlier files.
        taken: taken + 1,
        // No version of the server: the files may change back to those of the last whole read.
        read: { version: '', at: new Date().toISOString(), files: true },
      })
      return 'stored'
    }),
  )
}

/** Returns null if the sub-section has no such answer. */
function withFiles(
  home: SubSectionRow,
  id: string,
  { photos, videos }: Required<Pick<CopiedAnswer, 'photos' | 'videos'>>,
): SubSectionRow | null {
  if (!home.answers.some((answer) => answer.id === id)) return null
  const answers = home.answers.map((answer) => {
    if (answer.id !== id) return answer
    const { photos: _photos, videos: _videos, ...rest } = answer
    return { ...rest, ...(photos.length > 0 && { photos }), ...(videos.length > 0 && { videos }) }
  })
  return { ...home, answers }
}
