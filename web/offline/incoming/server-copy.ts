import type { ReplyOf } from '#contract/endpoint.ts'
import type { EarlierAnswerWire } from '#contract/surveys/earlier-answer.ts'
import type { addSimilar, SurveyDetail } from '#contract/surveys/surveys.ts'
import type { TemplateDetail } from '#contract/templates/templates.ts'
import { reduceAnswer, type ServerAnswer } from '#survey/answer-state.ts'
import { partsDigest } from '#survey/parts-digest.ts'
import { answersOfCopy, type SurveyCopy } from '#survey/survey-copy.ts'
import { copyFromWire, mediaItemsOf, type SectionDetail, type SurveyHead } from '../../../survey/from-wire.ts'
import { publish } from '../store/bus.ts'
import { db, onDevice } from '../store/database.ts'
import { factsOf } from '../store/operation-facts.ts'
import type { AnswerRow, ReadMark, SubSectionRow, SurveyRow } from '../store/rows.ts'
import { isUnverified } from '../store/unverified.ts'
import { mergeNewerAnswers } from './remote-answers.ts'

/**
 * Stores the server's survey for offline use. `asked` is the result of `confirmedChangeCount` before the request. Returns
 * false if the reply may be outdated: the server accepted a change meanwhile, or it was rolled back and the
 * survey has to be compared first.
 */
export async function rememberSurvey(
  account: string,
  detail: SurveyDetail,
  asked?: number,
  { version, ahead = false }: Bringing = {},
): Promise<boolean> {
  const kept = await onDevice(() =>
    db.transaction('rw', [db.copies, db.subSections, db.answers, db.kept], async () => {
      if (await isUnverified(account, detail.id)) return false
      if (asked !== undefined && (await confirmedChangeCount(account, detail.id)) !== asked) return false
      const known = await db.copies.get([account, detail.id])
      await putSurvey(account, detail)
      const read = version === undefined ? undefined : readMark(version, detail)
      await db.copies.update([account, detail.id], { read, ahead: ahead && (known?.ahead ?? true) })
      return true
    }),
  )
  if (kept) publish(account, { kind: 'changed', survey: detail.id })
  return kept
}

interface Bringing {
  /** The server's version of the survey. */
  readonly version?: string | undefined
  /** Prefetched: the user hasn't opened it. */
  readonly ahead?: boolean
}

function readMark(version: string, detail: SurveyDetail): ReadMark {
  const { user_survey_sections, plans = [], earlier_answers } = detail
  const items = () => mediaItemsOf(copyFromWire(user_survey_sections), earlier_answers)
  const files = plans.length > 0 || items().size > 0
  return { version, at: new Date().toISOString(), files }
}

/** Returns the state of the device's copy before the server is asked for a newer one. */
export async function readCopyState(account: string, survey: string) {
  return onDevice(() =>
    db.transaction('r', [db.copies, db.outbox], async () => {
      const known = await db.copies.get([account, survey])
      return { taken: known?.taken ?? 0, read: known?.read, onlyHere: await isOnlyHere(account, survey) }
    }),
  )
}

/** Whether the survey's creation or restoration is unsent, so the server doesn't have it yet. */
export async function isOnlyHere(account: string, survey: string): Promise<boolean> {
  const entries = await onDevice(() => db.outbox.where({ account, survey }).toArray())
  return entries.some((row) => {
    const { survey: does } = factsOf(row)
    return does === 'creates' || (does === 'restores' && row.state !== 'parked')
  })
}

/** Number of confirmed changes, other than answers, that this device made to the survey. */
export async function confirmedChangeCount(account: string, survey: string): Promise<number> {
  return (await onDevice(() => db.copies.get([account, survey])))?.taken ?? 0
}

export async function hasCopy(account: string, survey: string): Promise<boolean> {
  return (await onDevice(() => db.copies.where({ account, id: survey }).count())) > 0
}

/** Records that the device's copy is up to date. */
export async function noteUnchanged(account: string, survey: string): Promise<void> {
  await onDevice(() => db.copies.update([account, survey], { syncedAt: new Date().toISOString() }))
}

/** Records that the survey was opened, so it is no longer freed like a prefetched one. */
export async function noteOpened(account: string, survey: string): Promise<void> {
  await onDevice(() =>
    db.copies.update([account, survey], { ahead: false, openedAt: new Date().toISOString() }),
  )
}

/** Whether the device has this template version, which never changes. */
export async function hasTemplate(account: string, id: string): Promise<boolean> {
  return (await onDevice(() => db.templates.where({ account, id }).count())) > 0
}

export async function rememberTemplate(account: string, detail: TemplateDetail): Promise<void> {
  await onDevice(() => db.templates.put({ account, id: detail.id, detail }))
}

/** Call inside a transaction over copies, sub-sections and answers. */
export async function putSurvey(account: string, detail: SurveyDetail): Promise<void> {
  const { user_survey_sections, ...head } = detail
  const copy = copyFromWire(user_survey_sections)
  await putHead(account, head, copy.sections)
  await putAll(account, head, copy)
}

/**
 * Replaces a survey by a newer copy that an older app stored. Reads in progress repeat. Call inside a
 * transaction over copies, sub-sections and answers.
 */
export async function putOlderCopy({ read: _, ...row }: Omit<SurveyRow, 'sections'>, copy: SurveyCopy) {
  const known = await db.copies.get([row.account, row.id])
  await db.copies.put({
    ...row,
    sections: copy.sections,
    taken: (known?.taken ?? row.taken ?? 0) + 1,
    recovered: [...(known?.recovered ?? []), ...(row.recovered ?? [])],
  })
  await putAll(row.account, row.head, copy)
}

async function putAll(account: string, head: SurveyHead, copy: SurveyCopy): Promise<void> {
  const own = { account, survey: head.id }
  await putSubSections(await db.subSections.where(own).toArray(), copy, own)
  const fresh = [...answersOfCopy(copy).values(), ...(head.earlier_answers ?? []).map(earlierAnswer)]
  await dropConfirmed(await db.answers.where(own).toArray(), fresh)
}

/** Stores one changed section. Call inside a transaction over copies, sub-sections and answers. */
export async function putSection(account: string, survey: string, detail: SectionDetail): Promise<void> {
  const copy = copyFromWire([detail])
  await db.copies.where({ account, id: survey }).modify((row) => {
    const isKnown = row.sections.some(({ id }) => id === detail.id)
    if (!isKnown) Object.assign(row, { sections: [...row.sections, ...copy.sections] })
  })
  const known = await db.subSections.where({ account, sectionId: detail.id }).toArray()
  await putSubSections(known, copy, { account, survey })
  await dropConfirmedOf(account, copy)
}

/**
 * Stores an added sub-section without the rest of its section. Returns false if the server has other
 * sub-sections there than this device, so the survey has to be read again. Call inside a transaction over
 * copies, sub-sections and answers.
 */
export async function putAddedSubSection(
  account: string,
  survey: string,
  { sub_sections_digest, ...added }: ReplyOf<typeof addSimilar>['data']['attributes'],
): Promise<boolean> {
  const home = await db.copies.get([account, survey])
  if (!home?.sections.some(({ id }) => id === added.id)) return false
  const copy = copyFromWire([added])
  const known = await db.subSections.bulkGet(
    copy.subSections.map(({ id }): [string, string] => [account, id]),
  )
  await putSubSections(
    known.filter((row) => row !== undefined),
    copy,
    { account, survey },
  )
  await dropConfirmedOf(account, copy)
  const ids = await db.subSections.where({ account, sectionId: added.id }).primaryKeys()
  return partsDigest(ids.map(([, id]) => id)) === sub_sections_digest
}

/** Replaces stored sub-sections with the server's; keeps answers whose local revision is newer. */
async function putSubSections(
  known: readonly SubSectionRow[],
  { sections, subSections: fresh }: SurveyCopy,
  owner: { readonly account: string; readonly survey: string },
): Promise<void> {
  const before = new Map(known.map((row) => [row.id, row]))
  const ids = new Set(fresh.map(({ id }) => id))
  const gone = known.filter(({ id }) => !ids.has(id))
  await db.subSections.bulkDelete(gone.map(({ account, id }): [string, string] => [account, id]))
  await db.subSections.bulkPut(
    fresh.map((part) => ({ ...owner, ...mergeNewerAnswers(part, before.get(part.id), sections) })),
  )
}

async function putHead(account: string, head: SurveyHead, sections: SurveyRow['sections']): Promise<void> {
  const known = await db.copies.get([account, head.id])
  await db.copies.put({
    account,
    id: head.id,
    ...{ head, sections },
    syncedAt: new Date().toISOString(),
    taken: known?.taken ?? 0,
    recovered: known?.recovered ?? [],
    ahead: known?.ahead ?? false,
    ...(known?.openedAt && { openedAt: known.openedAt }),
    ...(known?.lost && { lost: known.lost }),
  })
}

/** Drops answer rows that this part of the copy confirms. */
async function dropConfirmedOf(account: string, copy: SurveyCopy): Promise<void> {
  const fresh = answersOfCopy(copy)
  const rows = await db.answers.bulkGet([...fresh.keys()].map((id): [string, string] => [account, id]))
  await dropConfirmed(
    rows.filter((row) => row !== undefined),
    [...fresh.values()],
  )
}

/** Drops confirmed rows that the server's copy contains. */
async function dropConfirmed(
  rows: readonly AnswerRow[],
  fresh: readonly (ServerAnswer & { readonly id: string })[],
): Promise<void> {
  const servers = new Map(fresh.map((answer) => [answer.id, answer]))
  const done = rows.filter((own) => {
    const server = servers.get(own.id)
    return server && reduceAnswer({ server, own }, { kind: 'received', server, isWhole: true }).own === null
  })
  await db.answers.bulkDelete(done.map(({ account, id }): [string, string] => [account, id]))
}

function earlierAnswer({ id, field_value, revision, edited_at }: EarlierAnswerWire) {
  return { id, value: field_value, values: [], revision, editedAt: edited_at, copiedFrom: null }
}
