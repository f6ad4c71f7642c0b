import type { Language } from '#contract/messages/language.ts'
import type { ListFilter } from '#server/features/surveys/list/data.ts'
import type { KeyLimits } from '#server/http/authenticate.ts'
import type { ExportOptions } from '#survey/export/options.ts'

/** The surveys and options of an export, as stored with it. */
export interface StoredRequest {
  readonly options: ExportOptions
  readonly selection: Selection
  /** The limits of the API key that asked; null = none. */
  readonly limits: KeyLimits | null
  readonly timeZone: string
  readonly language: Language
}

/** Surveys by id, or by a filter of the account's list. */
export type Selection = { readonly ids: readonly string[] } | { readonly filter: StoredFilter }

/** The list's filter; times are ISO 8601, null where not set. */
export interface StoredFilter {
  readonly search: string
  readonly from: string | null
  readonly before: string | null
  readonly editedSince: string | null
  readonly status: string | null
  readonly template: string | null
}

export function listFilterOf({
  search,
  from,
  before,
  editedSince,
  status,
  template,
}: StoredFilter): ListFilter {
  const moment = (text: string | null) => (text === null ? null : new Date(text))
  return {
    ...{ search, from: moment(from), before: moment(before) },
    editedSince: moment(editedSince) ?? undefined,
    ...{ status: status ?? undefined, template: template ?? undefined },
  }
}
