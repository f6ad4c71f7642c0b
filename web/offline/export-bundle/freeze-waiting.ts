import { v7 } from 'uuid'
import type { SavedSections } from '#contract/surveys/surveys.ts'
import { isKnown, operationOf } from '../operations/registry.ts'
import { remoteOf } from '../operations/remote/registry.ts'
import { frozenEntry } from '../outbox/freeze-payload.ts'
import { bundleKey } from '../store/carried-entries.ts'
import { db, onDevice } from '../store/database.ts'
import type { EntryOf, FrozenEntry, OutboxRow } from '../store/outbox-rows.ts'

export interface FrozenWork {
  readonly id: string
  readonly entries: readonly OutboxRow[]
}

/**
 * Freezes all unsent entries of the account, because another device will be able to send them. Later edits go
 * into new entries. Nothing leaves the queue.
 */
export async function freezeWaiting(account: string): Promise<FrozenWork> {
  await prepareUploads(account)
  const id = v7()
  const entries = await onDevice(() =>
    db.transaction('rw', [db.outbox, db.answers, db.files, db.kept], async () => {
      const rows = await db.outbox.where({ account }).sortBy('seq')
      const sealed: OutboxRow[] = []
      for (const row of rows) {
        // Photos added meanwhile are not shrunk yet; the next bundle includes them.
        if (row.input === null && isKnown(row) && (await hasUnprepared(row))) continue
        const frozen = await frozenEntry(row)
        if (frozen === null) continue
        const isFresh = frozen.endpoint === 'surveys.autoSave' && row.input === null
        const next = { ...(isFresh ? onTopOf(sealed, frozen) : frozen), parcel: row.parcel ?? id }
        await db.outbox.put(next)
        sealed.push(next)
      }
      if (sealed.length > 0)
        await db.kept.put({ account, id: bundleKey(id), value: sealed.map((row) => row.id) })
      return sealed
    }),
  )
  return { id, entries }
}

async function prepareUploads(account: string): Promise<void> {
  const rows = await onDevice(() => db.outbox.where({ account }).toArray())
  for (const row of rows) if (isKnown(row) && row.input === null) await remoteOf(row).prepare(row)
}

async function hasUnprepared(row: OutboxRow): Promise<boolean> {
  const { collects } = operationOf(row)
  return collects !== null && !(await collects.isPrepared(row))
}

type Save = FrozenEntry<'surveys.autoSave'>

/**
 * Rebases a save on earlier unsent saves of the same answers, whose revisions will come first. Otherwise the
 * user would conflict with themselves.
 */
function onTopOf(before: readonly OutboxRow[], save: Save): Save {
  const bases = new Map<string, number>()
  for (const earlier of before) {
    if (earlier.endpoint !== 'surveys.autoSave' || earlier.survey !== save.survey) continue
    const details = sectionsOf(earlier).flatMap((section) =>
      section.user_survey_sub_sections_attributes.flatMap(
        (part) => part.user_survey_sub_section_details_attributes,
      ),
    )
    for (const { id, base_revision } of details) bases.set(id, (base_revision ?? 0) + 1)
  }
  if (bases.size === 0) return save
  const raised = sectionsOf(save).map((section) => ({
    ...section,
    user_survey_sub_sections_attributes: section.user_survey_sub_sections_attributes.map((part) => ({
      ...part,
      user_survey_sub_section_details_attributes: part.user_survey_sub_section_details_attributes.map(
        (detail) => ({
          ...detail,
          base_revision: Math.max(detail.base_revision ?? 0, bases.get(detail.id) ?? 0),
        }),
      ),
    })),
  }))
  return { ...save, input: { body: { ...save.input.body, user_survey_sections_attributes: raised } } }
}

/** Complete, because `answer-save.ts` wrote it without defaults. */
function sectionsOf({ input }: EntryOf<'surveys.autoSave'>): SavedSections {
  return (input?.body.user_survey_sections_attributes ?? []) as SavedSections
}
