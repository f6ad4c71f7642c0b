import { addOnce, bySeq, mayHaveLeft, newEntry, waitingAgain } from '../operations/entries.ts'
import { db, onDevice } from '../store/database.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'

/** A sub-section that was deleted and that can come back, as far as this device knows of it. */
export interface RemovedPart {
  readonly id: string
  /** What people call it; '' where nobody knows any more. */
  readonly called: string
  readonly at: string
  /** It was asked for again, and the server has not answered. */
  readonly returns: boolean
}

/**
 * Brings a deleted sub-section back. A removal that the server cannot have heard of, or has refused, is taken out of the
 * outbox, so that all is as it was: whatever was given in it still waits in front of the removal. Else the server is asked
 * for it, behind the removal. While that waits the sub-section is on the screen again (`isTakenBack`).
 */
export async function recordRestore(
  account: string,
  {
    survey,
    subSection,
    called,
  }: { readonly survey: string; readonly subSection: string; readonly called: string },
): Promise<void> {
  await onDevice(() =>
    db.transaction('rw', db.outbox, async () => {
      const rows = (await db.outbox.where({ account, survey, subSection }).toArray()).sort(bySeq)
      const removal = rows.findLast(isRemoval)
      const restore = rows.findLast(isRestore)
      if (restore && (restore.seq ?? 0) > (removal?.seq ?? 0)) {
        if (restore.state === 'parked') await db.outbox.update(restore.seq ?? 0, waitingAgain)
        return
      }
      if (removal && (!mayHaveLeft(removal) || removal.state === 'parked'))
        return db.outbox.delete(removal.seq ?? 0)
      const input = { params: { id: survey, sub_section_id: subSection } }
      await addOnce(
        newEntry(account, { survey, endpoint: 'surveys.restoreSimilar', input, subSection, called }),
      )
    }),
  )
}

/** Sub-sections of a section whose removal waits to be sent, and any whose return does; the last removed first. */
export async function readRemovedParts(
  account: string,
  survey: string,
  section: string,
): Promise<readonly RemovedPart[]> {
  const rows = await onDevice(async () => {
    const [removals, restores] = await Promise.all(
      (['surveys.removeSimilar', 'surveys.restoreSimilar'] as const).map((endpoint) =>
        db.outbox.where({ survey, endpoint }).toArray(),
      ),
    )
    return [...(removals ?? []), ...(restores ?? [])].filter((row) => row.account === account)
  })
  const here = rows.filter((row) => isRestore(row) || sectionOf(row) === section)
  const last = Map.groupBy(here.sort(bySeq), ({ subSection }) => subSection)
  return [...last]
    .flatMap(([id, entries]) => {
      const row = entries.at(-1)
      if (id === null || !row) return []
      const returns = isRestore(row) && row.state !== 'parked'
      return { id, called: row.called ?? '', at: row.madeAt, returns }
    })
    .sort((a, b) => (a.at < b.at ? 1 : -1))
}

function sectionOf(row: OutboxRow): string | null {
  return row.endpoint === 'surveys.removeSimilar' ? row.input.query.user_survey_section_id : null
}

function isRemoval({ endpoint }: OutboxRow): boolean {
  return endpoint === 'surveys.removeSimilar'
}

function isRestore({ endpoint }: OutboxRow): boolean {
  return endpoint === 'surveys.restoreSimilar'
}
