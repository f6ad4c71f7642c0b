import { t } from '#contract/messages/translate.ts'
import { omitUndefined } from '#contract/omit-undefined.ts'
import { laterTime } from '#survey/edit/change.ts'
import type { SurveyHead } from '../../../survey/from-wire.ts'
import { listItemFrom } from '../incoming/list-item.ts'
import { type SyncState, summarizeEntries } from '../outbox/status.ts'
import { endsOrRestores, factsOf, headerIn, isStatus } from '../store/operation-facts.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import type { ListedRow, ListedSurvey, SurveyRow } from '../store/rows.ts'

/** A survey in the list on this device. */
export interface DeviceSurvey {
  readonly id: string
  /** The server's latest data with this device's unsent changes. */
  readonly attributes: ListedSurvey
  /** Can be opened offline. */
  readonly here: boolean
  readonly state: SyncState
  /** Deleted or no longer accessible on the server; kept for unsent changes. */
  readonly gone: boolean
}

export interface ListRows {
  readonly listed: readonly ListedRow[]
  readonly surveys: readonly SurveyRow[]
  /** Ids of the templates on this device. */
  readonly templates: ReadonlySet<string>
  readonly outbox: readonly OutboxRow[]
  /** Unverified surveys. */
  readonly doubted?: ReadonlySet<string>
  /** `listed` is complete, so a survey that isn't in it is kept only for its unsent changes. */
  readonly whole: boolean
}

export interface MergedList {
  /** Latest edit first. */
  readonly surveys: readonly DeviceSurvey[]
  /** Ids of surveys whose deletion is unsent. */
  readonly deleted: ReadonlySet<string>
  /** The same surveys with their data. */
  readonly leaving: readonly DeviceSurvey[]
}

export function mergeList({ listed, surveys, templates, outbox, doubted, whole }: ListRows): MergedList {
  const entries = Map.groupBy(outbox, ({ survey }) => survey)
  const rows = new Map(listed.map((row) => [row.id, row]))
  const heads = new Map(surveys.map(({ id, head }) => [id, head]))
  const ids = new Set([...rows.keys(), ...[...heads.keys()].filter((id) => !whole || entries.has(id))])
  const deleted = new Set([...ids].filter((id) => isDeleted(entries.get(id) ?? [])))
  const known = [...ids]
    .flatMap((id): DeviceSurvey[] => {
      const own = entries.get(id) ?? []
      const [row, head] = [rows.get(id), heads.get(id)]
      const latest = newest(row?.item, head)
      if (!latest) return []
      const here = head !== undefined && templates.has(head.survey_template_id)
      const attributes = own.length > 0 ? changed(latest, own) : latest
      return [
        {
          id,
          attributes,
          here,
          state: own.length === 0 && doubted?.has(id) ? 'on this device' : summarizeEntries(own, 0, '').state,
          gone: row?.gone === true && !own.some(isRestore),
        },
      ]
    })
    .sort(lastEditedFirst)
  return {
    surveys: known.filter(({ id }) => !deleted.has(id)),
    deleted,
    leaving: known.filter(({ id }) => deleted.has(id)),
  }
}

/** Sorts by latest edit; equal times by higher id. */
export function lastEditedFirst(a: DeviceSurvey, b: DeviceSurvey): number {
  const laterTime = Date.parse(b.attributes.last_edited) - Date.parse(a.attributes.last_edited)
  return laterTime || (a.id < b.id ? 1 : -1)
}

/** Whether a deletion is unsent. A rejected deletion doesn't count. */
function isDeleted(own: readonly OutboxRow[]): boolean {
  const last = lastDeletionEntry(own)
  return last !== undefined && !isRestore(last)
}

/**
 * Returns the last unsent entry about the survey's deletion; undefined if there is none or it was rejected.
 */
export function lastDeletionEntry(own: readonly OutboxRow[]): OutboxRow | undefined {
  const last = inOrder(own).findLast(endsOrRestores)
  return last?.state === 'parked' ? undefined : last
}

const isRestore = (row: OutboxRow) => factsOf(row).survey === 'restores'

/** Returns the newer of list item and copy, which are read at different times. */
function newest(item: ListedSurvey | undefined, head: SurveyHead | undefined): ListedSurvey | undefined {
  if (!head || (item && item.last_edited >= head.last_edited)) return item
  const { survey_template_name, address, first_photo } = item ?? {}
  const about = omitUndefined({ survey_template_name, address, first_photo })
  return { ...listItemFrom(head), my_role: item?.my_role ?? head.my_role, ...about }
}

function changed(known: ListedSurvey, own: readonly OutboxRow[]): ListedSurvey {
  let item = known
  for (const row of inOrder(own)) {
    const {
      survey_name = item.survey_name,
      owner_name: owner = item.owner,
      status = item.status,
      time_zone = item.time_zone,
    } = headerIn(row)
    // As on the server, deleting and restoring are no edits, so a restored survey returns to its place.
    const editedAt = endsOrRestores(row) ? item.last_edited : (row.addedAt ?? row.madeAt)
    const last_edited = laterTime(item.last_edited, editedAt)
    const progress = status === 'Completed' ? t('surveys.progressCompleted') : item.progress
    item = {
      ...{ ...item, last_edited, survey_name, owner, status, progress, time_zone },
      changed_since_submission: changedBy(row, item, status),
    }
  }
  return item
}

/** The number of missing required answers is computed where the survey is open (`use-history.ts`). */
function changedBy(row: OutboxRow, item: ListedSurvey, status: ListedSurvey['status']) {
  if (status !== 'Completed' || isStatus(row)) return null
  const isContent = factsOf(row).header === undefined && !endsOrRestores(row)
  return item.changed_since_submission ?? (isContent ? { missing_required: 0 } : null)
}

function inOrder(rows: readonly OutboxRow[]): readonly OutboxRow[] {
  return [...rows].sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0))
}
