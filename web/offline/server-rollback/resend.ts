import type { SurveyDetail } from '#contract/surveys/surveys.ts'
import { confirmedAnswer, resendBase, type ServerAnswer } from '#survey/answer-state.ts'
import { copyFromWire, type SurveyHead } from '#survey/from-wire.ts'
import { firstSubSectionId } from '#survey/survey.ts'
import { answersOfCopy, type SurveyCopy } from '#survey/survey-copy.ts'
import { hasLaterRestore, newEntry } from '../operations/entries.ts'
import { factsOf, type HeaderBody } from '../store/operation-facts.ts'
import type { OutboxRow, PayloadOf } from '../store/outbox-rows.ts'
import type { AnswerRow } from '../store/rows.ts'

/** A survey as stored on this device. */
export interface KnownSurvey {
  readonly account: string
  readonly head: SurveyHead
  readonly copy: SurveyCopy
  readonly answers: readonly AnswerRow[]
  readonly outbox: readonly OutboxRow[]
}

/** Entries that restore the server's state, in order, and the answers that they collect. */
export interface Resend {
  readonly entries: readonly OutboxRow[]
  readonly answers: readonly AnswerRow[]
}

/**
 * Returns confirmed data that the server lost as ordinary entries: the survey itself (`there` is null),
 * sub-sections, answers, names and its submission. The server merges them with what others did since.
 * `pictures`: the entries for photos and plans. Deletions since the backup are undone, because they look the
 * same as additions by others.
 */
export function resendLost(
  known: KnownSurvey,
  there: SurveyDetail | null,
  pictures: readonly OutboxRow[] = [],
): Resend {
  const lost = lostInParts(known, there)
  const answers: AnswerRow[] = []
  const onServer = copyFromWire(there?.user_survey_sections ?? [])
  const entries = known.copy.sections.flatMap((section) => {
    const parts = new Set(partsOf(onServer, section.id))
    const first = firstSubSectionId(section.id)
    if (!there) parts.add(first)
    const here = partsOf(known.copy, section.id)
    const sent = here.flatMap((part) => {
      if (!parts.has(part) && isBeingRemoved(known, part)) return []
      const added = parts.has(part) ? [] : [addition(known, section.id, part)]
      return [...added, ...saving(known, lost.get(part) ?? [], answers)]
    })
    // A new survey contains it, but it was deleted on this device.
    const unwanted = !there && !here.includes(first)
    return unwanted ? [...sent, removal(known, section.id, first)] : sent
  })
  const all = [...creation(known, there), ...entries, ...pictures, ...header(known, there)]
  return { entries: all, answers }
}

function lostInParts({ copy, answers }: KnownSurvey, there: SurveyDetail | null) {
  const lost = lostAnswers(copy, answers, copyFromWire(there?.user_survey_sections ?? []))
  return Map.groupBy(lost, ({ word }) => word.subSection)
}

/** In order. */
function partsOf({ subSections }: SurveyCopy, section: string): readonly string[] {
  return subSections
    .filter(({ sectionId }) => sectionId === section)
    .map(({ id }) => id)
    .sort()
}

/** Whether a removal is unsent or rejected. */
export function isBeingRemoved({ outbox }: KnownSurvey, subSection: string): boolean {
  return outbox.some(
    (row) =>
      factsOf(row).subSection === 'removes' && row.subSection === subSection && !hasLaterRestore(row, outbox),
  )
}

function creation({ account, head }: KnownSurvey, there: SurveyDetail | null): readonly OutboxRow[] {
  if (there) return []
  const input: PayloadOf<'surveys.create'> = {
    body: {
      id: head.id,
      survey_template_id: head.survey_template_id,
      survey_name: head.survey_name,
      owner_name: head.owner,
      status: 'Started',
      ...(head.time_zone && { time_zone: head.time_zone }),
    },
  }
  return [newEntry(account, { survey: head.id, endpoint: 'surveys.create', input })]
}

function addition({ account, head }: KnownSurvey, section: string, subSection: string): OutboxRow {
  const input: PayloadOf<'surveys.addSimilar'> = {
    body: { id: subSection, user_survey_id: head.id, user_survey_section_id: section, again: true },
  }
  return newEntry(account, { survey: head.id, endpoint: 'surveys.addSimilar', input, subSection })
}

function removal({ account, head }: KnownSurvey, section: string, subSection: string): OutboxRow {
  const input: PayloadOf<'surveys.removeSimilar'> = {
    query: {
      user_survey_id: head.id,
      user_survey_section_id: section,
      user_survey_sub_section_id: subSection,
    },
  }
  return newEntry(account, { survey: head.id, endpoint: 'surveys.removeSimilar', input, subSection })
}

/** Returns one save for all lost answers of a sub-section, dated as they were given. */
function saving(
  { account, head, answers }: KnownSurvey,
  lost: readonly LostAnswer[],
  collected: AnswerRow[],
): readonly OutboxRow[] {
  const [first] = lost
  if (!first) return []
  const { subSection } = first.word
  const entry = newEntry(account, { survey: head.id, endpoint: 'surveys.autoSave', input: null, subSection })
  const asked = new Map(answers.map(({ id, conflict }) => [id, conflict]))
  for (const { word, base: baseRevision } of lost) {
    const { revision: _, ...given } = word
    const conflict = asked.get(word.id) ?? null
    collected.push({ ...given, account, survey: head.id, baseRevision, entry: entry.id, conflict })
  }
  return [entry]
}

/** Returns names and choices first, and a Submit last, as it was. */
function header({ account, head }: KnownSurvey, there: SurveyDetail | null): readonly OutboxRow[] {
  const { names, status } = headerChange(head, there)
  const entry = (body: HeaderBody) => {
    const input: PayloadOf<'surveys.submit'> = { params: { id: head.id }, body }
    return newEntry(account, { survey: head.id, endpoint: 'surveys.submit', input })
  }
  return [...(Object.keys(names).length > 0 ? [entry(names)] : []), ...(status ? [entry({ status })] : [])]
}

function headerChange(
  head: SurveyHead,
  there: SurveyDetail | null,
): { names: HeaderBody; status?: 'Completed' } {
  const completed = head.status === 'Completed' ? { status: head.status } : {}
  if (!there) return { names: { ...head.checkboxes }, ...completed }
  // A user who edited it on the server since has seen the names there.
  if (head.last_edited <= there.last_edited) return { names: {} }
  const { checkbox_1, checkbox_2, show_positions, show_internal } = head.checkboxes
  return {
    names: {
      ...(head.survey_name !== there.survey_name && { survey_name: head.survey_name }),
      ...(head.owner !== there.owner && { owner_name: head.owner }),
      ...(checkbox_1 !== there.checkboxes.checkbox_1 && { checkbox_1 }),
      ...(checkbox_2 !== there.checkboxes.checkbox_2 && { checkbox_2 }),
      ...(show_positions !== undefined &&
        show_positions !== there.checkboxes.show_positions && { show_positions }),
      ...(head.time_zone && head.time_zone !== there.time_zone && { time_zone: head.time_zone }),
      ...(show_internal !== undefined &&
        show_internal !== there.checkboxes.show_internal && { show_internal }),
    },
    ...(there.status === 'Completed' ? {} : completed),
  }
}

/** A given answer or title with its place and its last confirmed value. */
interface KnownAnswer extends ServerAnswer {
  readonly id: string
  readonly section: string
  readonly subSection: string
  readonly name: string
  readonly editedAt: string
}

/** An answer that the server lost, and the server's revision that it now edits. */
interface LostAnswer {
  readonly word: KnownAnswer
  readonly base: number
}

/**
 * Returns confirmed answers that the server lost. Answers with an unsent edit are excluded, because the edit
 * will be sent.
 */
function lostAnswers(
  known: SurveyCopy,
  rows: readonly AnswerRow[],
  there: SurveyCopy,
): readonly LostAnswer[] {
  const serverAnswers = answersOfCopy(there)
  const waiting = new Set(rows.flatMap(({ id, entry }) => (entry === '' ? [] : [id])))
  return confirmedAnswers(known, rows).flatMap((word) => {
    if (waiting.has(word.id)) return []
    const now = serverAnswers.get(word.id)
    const base = resendBase(word, now?.editedAt == null ? null : now)
    return base === null ? [] : [{ word, base }]
  })
}

/** Returns all answers of a copy, including values that were confirmed after it was read. */
function confirmedAnswers(copy: SurveyCopy, rows: readonly AnswerRow[]): readonly KnownAnswer[] {
  const own = new Map(rows.map((row) => [row.id, row]))
  const sections = new Map(copy.sections.map((section) => [section.id, section]))
  const inCopy = copy.subSections.flatMap(({ id: subSection, sectionId: section, answers }) =>
    answers.map((server) => {
      const row = own.get(server.id) ?? null
      own.delete(server.id)
      // A title has no field in the template.
      const name = sections.get(section)?.fieldNames[server.fieldId] ?? 'Title'
      return { id: server.id, section, subSection, name, word: confirmedAnswer({ server, own: row }) }
    }),
  )
  const elsewhere = [...own.values()].map((row) => {
    const { id, section, subSection, name } = row
    return { id, section, subSection, name, word: confirmedAnswer({ server: null, own: row }) }
  })
  return [...inCopy, ...elsewhere].flatMap(({ word, ...place }) =>
    word?.editedAt == null ? [] : [{ ...place, ...plain(word), editedAt: word.editedAt }],
  )
}

function plain({ value, values, revision, editedAt, copiedFrom }: ServerAnswer): ServerAnswer {
  return { value, values, revision, editedAt, copiedFrom }
}
