import { say } from '#contract/messages/say.ts'
import { newestFirst } from '#contract/rules/survey-list.ts'
import type { SurveyHead } from './from-wire.ts'
import { headerIn } from './header-entry.ts'
import type { ListedRow, ListedSurvey, OutboxRow, SurveyRow } from './rows.ts'
import { type SyncState, summary } from './status.ts'

/** A survey of the list as this device knows it. */
export interface DeviceSurvey {
  readonly id: string
  /** The server's last word, with what this device has changed since. */
  readonly attributes: ListedSurvey
  /** It opens without network. */
  readonly here: boolean
  readonly state: SyncState
  /** It was deleted or taken away elsewhere, and is kept for what has not been sent. */
  readonly gone: boolean
}

export interface ListRows {
  readonly listed: readonly ListedRow[]
  readonly surveys: readonly SurveyRow[]
  /** Ids of the templates on this device. */
  readonly templates: ReadonlySet<string>
  readonly outbox: readonly OutboxRow[]
  /** `listed` is the whole list, so that what is not in it is only here for what waits in it. */
  readonly whole: boolean
}

/** Newest first, as the server lists them. */
export function mergeList({ listed, surveys, templates, outbox, whole }: ListRows): readonly DeviceSurvey[] {
  const entries = Map.groupBy(outbox, ({ survey }) => survey)
  const rows = new Map(listed.map((row) => [row.id, row]))
  const heads = new Map(surveys.map(({ id, head }) => [id, head]))
  const ids = new Set([...rows.keys(), ...[...heads.keys()].filter((id) => !whole || entries.has(id))])
  return [...ids]
    .flatMap((id): DeviceSurvey[] => {
      const own = entries.get(id) ?? []
      if (isDeleted(own)) return []
      const [row, head] = [rows.get(id), heads.get(id)]
      const known = newest(row?.item, head)
      if (!known) return []
      const here = head !== undefined && templates.has(head.survey_template_id)
      const attributes = own.length > 0 ? changed(known, own) : known
      return [{ id, attributes, here, state: summary(own, 0, '').state, gone: row?.gone ?? false }]
    })
    .sort((a, b) => newestFirst(orderOf(a), orderOf(b)))
}

function orderOf({ id, attributes }: DeviceSurvey) {
  return { id, date_created: attributes.date_created }
}

/** Waits to be deleted, or is being deleted; a refused deletion has deleted nothing. */
function isDeleted(own: readonly OutboxRow[]): boolean {
  const last = inOrder(own).findLast(
    ({ endpoint }) => endpoint === 'surveys.delete' || endpoint === 'surveys.restore',
  )
  return last?.endpoint === 'surveys.delete' && last.state !== 'parked'
}

/** The list and the copy of the survey are read at different times. */
function newest(item: ListedSurvey | undefined, head: SurveyHead | undefined): ListedSurvey | undefined {
  if (!head || (item && item.last_edited >= head.last_edited)) return item
  return {
    survey_name: head.survey_name,
    date_created: item?.date_created ?? head.date_created,
    last_edited: head.last_edited,
    created_by: head.created_by,
    owner: head.owner,
    progress: head.progress,
    status: head.status,
    survey_template_id: head.survey_template_id,
    my_role: item?.my_role ?? head.my_role,
  }
}

function changed(known: ListedSurvey, own: readonly OutboxRow[]): ListedSurvey {
  return inOrder(own).reduce<ListedSurvey>((item, row) => {
    const last_edited = row.madeAt > item.last_edited ? row.madeAt : item.last_edited
    const { survey_name = item.survey_name, owner_name = item.owner, status = item.status } = headerIn(row)
    const progress = status === 'Completed' ? say('surveys.progressCompleted') : item.progress
    return { ...item, last_edited, survey_name, owner: owner_name, status, progress }
  }, known)
}

function inOrder(rows: readonly OutboxRow[]): readonly OutboxRow[] {
  return [...rows].sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0))
}
