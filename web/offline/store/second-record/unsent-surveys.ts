import { factsOf } from '../operation-facts.ts'
import type { OutboxRow } from '../outbox-rows.ts'
import { type Rows, rowsOf } from './recorded-rows.ts'

/** Amount of unsent work in one survey; `survey` is '' for contacts and bulk files. */
export interface UnsentSurvey {
  readonly account: string
  readonly survey: string
  /** '' if unknown. */
  readonly name: string
  readonly answers: number
  readonly photos: number
  readonly videos: number
  readonly others: number
  readonly bulk: number
  /** Names of photos, videos, plans and bulk files. */
  readonly files: readonly string[]
  /** Time of the newest change. */
  readonly at: string
}

export type NameOf = (account: string, survey: string) => string

/** Counts unsent work by account and survey. */
export function unsentSurveys(rows: Rows, nameOf: NameOf): readonly UnsentSurvey[] {
  const counts = new Map<string, UnsentSurvey>()
  const add = (account: string, survey: string, at: string, more: Partial<UnsentSurvey>) => {
    const key = `${account} ${survey}`
    const known = counts.get(key) ?? none(account, survey, nameOf(account, survey))
    counts.set(key, {
      ...known,
      answers: known.answers + (more.answers ?? 0),
      photos: known.photos + (more.photos ?? 0),
      videos: known.videos + (more.videos ?? 0),
      others: known.others + (more.others ?? 0),
      bulk: known.bulk + (more.bulk ?? 0),
      files: [...known.files, ...(more.files ?? [])],
      at: at > known.at ? at : known.at,
    })
  }
  const outbox = rowsOf(rows, 'outbox')
  const waiting = new Set(outbox.map(({ id }) => id))
  for (const row of outbox) add(row.account, row.survey, row.addedAt ?? row.madeAt, otherChange(row))
  for (const row of rowsOf(rows, 'answers')) add(row.account, row.survey, row.editedAt, { answers: 1 })
  for (const { account, survey, addedAt, kind, name, upload } of rowsOf(rows, 'files'))
    if (waiting.has(upload)) add(account, survey, addedAt, { [`${kind}s`]: 1, files: [name] })
  for (const { account, addedAt, name } of rowsOf(rows, 'bulkFiles'))
    add(account, '', addedAt, { bulk: 1, files: [name] })
  for (const { account, value } of rowsOf(rows, 'kept'))
    add(account, '', (value as { readonly changedAt: string }).changedAt, { others: 1 })
  return [...counts.values()]
}

/** Answers and photos are counted separately, from their own rows. */
function otherChange(row: OutboxRow): Partial<UnsentSurvey> {
  const { collects, fileName } = factsOf(row)
  if (collects) return {}
  return fileName ? { others: 1, files: [fileName(row)] } : { others: 1 }
}

function none(account: string, survey: string, name: string): UnsentSurvey {
  return { account, survey, name, answers: 0, photos: 0, videos: 0, others: 0, bulk: 0, files: [], at: '' }
}
