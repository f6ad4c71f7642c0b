import type { InputOf } from '#contract/endpoint.ts'
import type { drawPhoto } from '#contract/media.ts'
import { isStatus } from './header-entry.ts'
import { planOf } from './plan-entry.ts'
import type { OutboxRow } from './rows.ts'

const firstPause = 1_000
const longestPause = 20_000

/** What can go now: of each survey the first entry in the order of making, surveys side by side. */
export function dueEntries(rows: readonly OutboxRow[], now: number): readonly OutboxRow[] {
  const bySurvey = Map.groupBy([...rows].sort(bySeq), ({ survey }) => survey)
  return [...bySurvey.values()].flatMap((entries) => {
    const first = entries.find((entry) => entry.state !== 'parked' && !isBlocked(entry, entries))
    return first && first.nextAt <= now ? [first] : []
  })
}

/** The entry into which another change of this sub-section goes, instead of making a new one. */
export function openEntry(
  rows: readonly OutboxRow[],
  survey: string,
  subSection: string,
): OutboxRow | undefined {
  const own = [...rows].sort(bySeq).filter((row) => row.survey === survey)
  const last = own.findLast((row) => row.endpoint === 'surveys.autoSave' && row.subSection === subSection)
  if (!last || last.input !== null || last.state === 'sending') return undefined
  // Behind a Submit begins a new time: what it checks must not change any more.
  const submitted = own.findLast(isStatus)
  return submitted && seqOf(submitted) > seqOf(last) ? undefined : last
}

/** Waits that double, each between half and all of its length so that many devices do not come at once. */
export function pauseAfter(attempts: number, random: number): number {
  const full = Math.min(longestPause, firstPause * 2 ** Math.max(0, attempts - 1))
  return full * (0.5 + random / 2)
}

export type Outcome =
  | { readonly kind: 'again'; readonly after: number | null }
  | { readonly kind: 'log-in' }
  | { readonly kind: 'done' }
  | { readonly kind: 'park' }

/** What a failed attempt means. Only a clear refusal parks an entry; nothing ever drops one that matters. */
export function judge(
  endpoint: string,
  failure: { readonly status: number; readonly retryAfter?: number; readonly errors: readonly object[] },
): Outcome {
  const { status } = failure
  if (status === 401 || (status === 403 && failure.errors.some((error) => 'token' in error))) {
    return { kind: 'log-in' }
  }
  if (status === 404 && goals.has(endpoint)) return { kind: 'done' }
  if (status === 0 || status >= 500 || [408, 425, 429].includes(status)) {
    return { kind: 'again', after: failure.retryAfter === undefined ? null : failure.retryAfter * 1_000 }
  }
  return { kind: 'park' }
}

/** A plan that is gone has taken its name and its pins with it. */
const planGoals = ['plans.delete', 'plans.rename', 'plans.setPin']

/** Deletions: that it is not there is what was wanted. */
const goals = new Set([
  'media.delete',
  'media.undraw',
  'surveys.removeSimilar',
  'surveys.delete',
  ...planGoals,
])

/** An entry that cannot succeed before a refused one in front of it does. */
export function isBlocked(entry: OutboxRow, entries: readonly OutboxRow[]): boolean {
  return entries.some(
    (other) =>
      other.state === 'parked' &&
      seqOf(other) < seqOf(entry) &&
      (other.endpoint === 'surveys.create' ||
        (other.endpoint === 'surveys.addSimilar' && other.subSection === entry.subSection) ||
        (other.endpoint === 'plans.add' && planOf(entry) === other.id) ||
        (['media.upload', 'media.copy'].includes(other.endpoint) && isDrawingOn(other.id, entry))),
  )
}

/** A drawing on a photo of an upload, or of copies, that the server refused. */
function isDrawingOn(upload: string, { endpoint, input }: OutboxRow): boolean {
  if (endpoint !== 'media.draw') return false
  return (input as InputOf<typeof drawPhoto>).body.user_survey_media_id === upload
}

function seqOf(row: OutboxRow): number {
  return row.seq ?? Number.MAX_SAFE_INTEGER
}

function bySeq(a: OutboxRow, b: OutboxRow): number {
  return seqOf(a) - seqOf(b)
}

/** The server may have it, or get it: from here, or from another device to which it was carried. */
export function mayHaveLeft({ attempts, state, parcel }: OutboxRow): boolean {
  return attempts > 0 || state === 'sending' || parcel !== undefined
}
