import { addOnce, bySeq, mayHaveLeft, newEntry, resetToWaiting } from '../operations/entries.ts'
import { sectionOfRemoval } from '../operations/sub-section-removal.ts'
import { db, onDevice } from '../store/database.ts'
import { factsOf, operationsWhere } from '../store/operation-facts.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'

const removalsAndRestores = operationsWhere(
  ({ subSection }) => subSection === 'removes' || subSection === 'restores',
)

/** A deleted sub-section that can be restored. */
export interface RemovedPart {
  readonly id: string
  /** Display name; '' if unknown. */
  readonly called: string
  readonly at: string
  /** Its restoration is queued, and the server hasn't replied. */
  readonly returns: boolean
}

/**
 * Restores a deleted sub-section. A removal that was never sent or was rejected is dropped, so the earlier
 * entries for its content still apply. Otherwise a restoration is queued after the removal, and the
 * sub-section is visible until the reply (`hasLaterRestore`).
 */
export async function recordPartRestore(
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
        if (restore.state === 'parked') await db.outbox.update(restore.seq ?? 0, resetToWaiting)
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

/**
 * Returns deleted sub-sections with an unsent removal in this section, or an unsent restoration in any,
 * latest first.
 */
export async function readRemovedParts(
  account: string,
  survey: string,
  section: string,
): Promise<readonly RemovedPart[]> {
  const rows = await onDevice(async () => {
    const found = await Promise.all(
      removalsAndRestores.map((endpoint) => db.outbox.where({ survey, endpoint }).toArray()),
    )
    return found.flat().filter((row) => row.account === account)
  })
  const here = rows.filter((row) => isRestore(row) || sectionOfRemoval(row) === section)
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

function isRemoval(row: OutboxRow): boolean {
  return factsOf(row).subSection === 'removes'
}

function isRestore(row: OutboxRow): boolean {
  return factsOf(row).subSection === 'restores'
}
