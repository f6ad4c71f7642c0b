import { v7 } from 'uuid'
import type { InputOf } from '#contract/endpoint.ts'
import type { autoSave, SavedSections } from '#contract/surveys.ts'
import { fixedInput } from '../outbox/seal.ts'
import { db, onDevice } from '../store/database.ts'
import type { OutboxRow } from '../store/rows.ts'
import { prepareFiles } from '../upload/prepare-files.ts'
import { parcelKey } from './known.ts'

export interface SealedWork {
  readonly id: string
  readonly entries: readonly OutboxRow[]
}

/**
 * Fixes everything that waits for this account, word for word, since another device will be able to send it too.
 * What is typed from here on goes into entries of its own. Nothing leaves the queue.
 */
export async function sealWaiting(account: string): Promise<SealedWork> {
  await prepareUploads(account)
  const id = v7()
  const entries = await onDevice(() =>
    db.transaction('rw', [db.outbox, db.answers, db.files, db.kept], async () => {
      const rows = await db.outbox.where({ account }).sortBy('seq')
      const sealed: OutboxRow[] = []
      for (const row of rows) {
        // Its photos are still as they were picked: they came meanwhile, and go with the next parcel.
        if (row.input === null && (await hasUnprepared(row))) continue
        const input = row.input ?? (await fixedInput(row))
        if (input === null) continue
        const behind = row.endpoint === 'surveys.autoSave' ? withBases(input, sealed, row) : input
        const next = { ...row, input: behind, parcel: row.parcel ?? id }
        await db.outbox.put(next)
        sealed.push(next)
      }
      if (sealed.length > 0)
        await db.kept.put({ account, id: parcelKey(id), value: sealed.map((row) => row.id) })
      return sealed
    }),
  )
  return { id, entries }
}

async function prepareUploads(account: string): Promise<void> {
  const rows = await onDevice(() => db.outbox.where({ account }).toArray())
  for (const row of rows) if (row.endpoint === 'media.upload' && row.input === null) await prepareFiles(row)
}

async function hasUnprepared({ id, endpoint }: OutboxRow): Promise<boolean> {
  if (endpoint !== 'media.upload') return false
  return (await db.files.where({ upload: id }).toArray()).some(({ stage }) => stage === 'original')
}

type Save = InputOf<typeof autoSave>

/**
 * A save names the revision that its answers were built on. One that is fixed while an earlier save of the same
 * answer still waits is built on that one, whose revision will be the next: else the person would conflict with
 * themselves.
 */
function withBases(input: unknown, before: readonly OutboxRow[], row: OutboxRow): unknown {
  if (row.input !== null) return input
  const bases = new Map<string, number>()
  for (const earlier of before) {
    if (earlier.endpoint !== 'surveys.autoSave' || earlier.survey !== row.survey) continue
    for (const { id, base_revision } of detailsOf(earlier.input as Save))
      bases.set(id, (base_revision ?? 0) + 1)
  }
  if (bases.size === 0) return input
  const { body } = input as Save
  const raise = (sections: SavedSections): SavedSections =>
    sections.map((section) => ({
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
  const sections = (body.user_survey_sections_attributes ?? []) as SavedSections
  return { body: { ...body, user_survey_sections_attributes: raise(sections) } }
}

function detailsOf({ body }: Save) {
  const sections = (body.user_survey_sections_attributes ?? []) as SavedSections
  return sections.flatMap((section) =>
    section.user_survey_sub_sections_attributes.flatMap(
      (part) => part.user_survey_sub_section_details_attributes,
    ),
  )
}
