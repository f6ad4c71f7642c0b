import type { ReplyOf } from '#contract/endpoint.ts'
import type { addSimilar, SurveyDetail } from '#contract/surveys.ts'
import type { TemplateDetail } from '#contract/templates.ts'
import { partsDigest } from '#survey/parts-digest.ts'
import { mediaItemsOf, type SectionDetail, type SurveyHead } from '../../../survey/from-wire.ts'
import { publish } from '../store/bus.ts'
import { db, onDevice } from '../store/database.ts'
import type { ReadMark, SectionRow } from '../store/rows.ts'
import { isUnverified } from '../store/unverified.ts'
import { answersIn, keepNewer } from './newer-answers.ts'

/**
 * Keeps what the server said of a survey, so that it opens without network from now on. `asked` is what `takenOf` gave
 * when the server was asked; false = it took something of this device since, which its word does not have yet, or its
 * data were put back and the survey has to be compared first.
 */
export async function rememberSurvey(
  account: string,
  detail: SurveyDetail,
  asked?: number,
  { version, ahead = false }: Bringing = {},
): Promise<boolean> {
  const kept = await onDevice(() =>
    db.transaction('rw', [db.surveys, db.sections, db.answers, db.kept], async () => {
      if (await isUnverified(account, detail.id)) return false
      if (asked !== undefined && (await takenOf(account, detail.id)) !== asked) return false
      const known = await db.surveys.get([account, detail.id])
      await putSurvey(account, detail)
      const read = version === undefined ? undefined : readMark(version, detail)
      await db.surveys.update([account, detail.id], { read, ahead: ahead && (known?.ahead ?? true) })
      return true
    }),
  )
  if (kept) publish(account, { kind: 'changed', survey: detail.id })
  return kept
}

interface Bringing {
  /** How the server marked what it told. */
  readonly version?: string | undefined
  /** Nobody has asked for it yet. */
  readonly ahead?: boolean
}

function readMark(version: string, detail: SurveyDetail): ReadMark {
  const { user_survey_sections, plans = [], earlier_answers } = detail
  const files = plans.length > 0 || mediaItemsOf(user_survey_sections, earlier_answers).size > 0
  return { version, at: new Date().toISOString(), files }
}

/** What is to be known of the device's copy before the server is asked for a newer one. */
export async function copyOf(account: string, survey: string) {
  return onDevice(() =>
    db.transaction('r', [db.surveys, db.outbox], async () => {
      const known = await db.surveys.get([account, survey])
      return { taken: known?.taken ?? 0, read: known?.read, onlyHere: await isOnlyHere(account, survey) }
    }),
  )
}

/**
 * The survey was made on this device, or is to be brought back, and that waits to be sent: until then the server says
 * nothing of it.
 */
export async function isOnlyHere(account: string, survey: string): Promise<boolean> {
  const entries = await onDevice(() => db.outbox.where({ account, survey }).toArray())
  return entries.some(
    ({ endpoint, state }) =>
      endpoint === 'surveys.create' || (endpoint === 'surveys.restore' && state !== 'parked'),
  )
}

/** How often the server took something other than answers of this survey from this device. */
export async function takenOf(account: string, survey: string): Promise<number> {
  return (await onDevice(() => db.surveys.get([account, survey])))?.taken ?? 0
}

export async function isKept(account: string, survey: string): Promise<boolean> {
  return (await onDevice(() => db.surveys.where({ account, id: survey }).count())) > 0
}

/** The server has nothing newer. */
export async function noteUnchanged(account: string, survey: string): Promise<void> {
  await onDevice(() => db.surveys.update([account, survey], { syncedAt: new Date().toISOString() }))
}

/** Whatever it was brought for, from now on it stays. */
export async function noteOpened(account: string, survey: string): Promise<void> {
  await onDevice(() =>
    db.surveys.update([account, survey], { ahead: false, openedAt: new Date().toISOString() }),
  )
}

/** One version of a template never changes, so it is read once. */
export async function hasTemplate(account: string, id: string): Promise<boolean> {
  return (await onDevice(() => db.templates.where({ account, id }).count())) > 0
}

export async function rememberTemplate(account: string, detail: TemplateDetail): Promise<void> {
  await onDevice(() => db.templates.put({ account, id: detail.id, detail }))
}

/** Inside a transaction over surveys, sections and answers. */
export async function putSurvey(account: string, detail: SurveyDetail): Promise<void> {
  const { user_survey_sections: sections, ...head } = detail
  await putHead(account, head)
  const rows = await db.sections.where({ account, survey: detail.id }).toArray()
  const known = new Map(rows.map((row) => [row.id, row.detail]))
  const gone = rows.filter(({ id }) => !sections.some((section) => section.id === id))
  await db.sections.bulkDelete(gone.map(({ id }) => [account, id]))
  const kept = sections.map((section) => keepNewer(section, known.get(section.id)))
  await db.sections.bulkPut(
    kept.map(
      (section, place): SectionRow => ({
        account,
        id: section.id,
        survey: detail.id,
        place,
        detail: section,
      }),
    ),
  )
  await dropOverlay(account, detail.id, kept, head.earlier_answers)
}

/** Inside a transaction over sections and answers: one section as it is after a change. */
export async function putSection(account: string, survey: string, detail: SectionDetail): Promise<void> {
  const known = await db.sections.get([account, detail.id])
  const kept = keepNewer(detail, known?.detail)
  await db.sections.put({ account, id: detail.id, survey, place: known?.place ?? 0, detail: kept })
  await dropOverlay(account, survey, [kept])
}

/**
 * Inside a transaction over sections and answers: a sub-section that was added, told without the others of its section.
 * false = the server has others there than this device: the survey is to be read anew.
 */
export async function putAdded(
  account: string,
  survey: string,
  { sub_sections_digest, ...added }: ReplyOf<typeof addSimilar>['data']['attributes'],
): Promise<boolean> {
  const known = await db.sections.get([account, added.id])
  if (!known) return false
  const parts = new Map(
    [...known.detail.user_survey_sub_sections, ...added.user_survey_sub_sections].map((part) => [
      part.id,
      part,
    ]),
  )
  const ids = [...parts.keys()].sort()
  const all = ids.flatMap((id) => parts.get(id) ?? [])
  await putSection(account, survey, { ...added, user_survey_sub_sections: all })
  return partsDigest(ids) === sub_sections_digest
}

async function putHead(account: string, head: SurveyHead): Promise<void> {
  const known = await db.surveys.get([account, head.id])
  await db.surveys.put({
    account,
    id: head.id,
    head,
    syncedAt: new Date().toISOString(),
    taken: known?.taken ?? 0,
    recovered: known?.recovered ?? [],
    ahead: known?.ahead ?? false,
    ...(known?.openedAt && { openedAt: known.openedAt }),
    ...(known?.lost && { lost: known.lost }),
  })
}

/** Saved answers that the server's copy now contains need no row any more. */
async function dropOverlay(
  account: string,
  survey: string,
  sections: readonly SectionDetail[],
  earlier: SurveyHead['earlier_answers'] = [],
): Promise<void> {
  const told = [...sections.flatMap(answersIn), ...earlier]
  const revisions = new Map(told.map(({ id, revision }) => [id, revision] as const))
  const rows = await db.answers.where({ account, survey }).toArray()
  const done = rows.filter(
    (row) => row.entry === '' && !row.conflict && row.baseRevision <= (revisions.get(row.id) ?? -1),
  )
  await db.answers.bulkDelete(done.map((row) => [account, row.id]))
}
