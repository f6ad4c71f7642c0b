import type { MediaItem } from '#contract/media/media-item.ts'
import type { SurveyRole } from '#contract/surveys/surveys.ts'
import { confirmedAnswer } from '#survey/answer-state.ts'
import { mergeServerCopy } from '#survey/apply.ts'
import { changeAnswer } from '#survey/edit/change.ts'
import type { Edit } from '#survey/edit/edit.ts'
import { moveSurvey } from '#survey/move/move.ts'
import type { Survey } from '#survey/survey.ts'
import type { Template } from '#survey/template.ts'
import { mediaItemsOf, surveyFromCopy, templateFromWire } from '../../../survey/from-wire.ts'
import { hasTemplate } from '../incoming/server-copy.ts'
import { bySeq } from '../operations/entries.ts'
import { isCopy, unsentCopies } from '../operations/media-reference.ts'
import { pendingEdits } from '../operations/pending-edits.ts'
import { lastMove, movesTo } from '../operations/survey-move.ts'
import { type PlanFile, planFilesOf } from '../pictures/plan-files.ts'
import { db, onDevice } from '../store/database.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import type {
  AnswerRow,
  DrawingRow,
  FileRow,
  Recovered,
  SubSectionRow,
  SurveyRow,
  TemplateRow,
} from '../store/rows.ts'

/** A survey on this device: the server's copy with all unsent changes. */
export interface LoadedSurvey {
  readonly survey: Survey
  readonly items: ReadonlyMap<string, MediaItem>
  readonly files: ReadonlyMap<string, FileRow>
  /** By photo id. */
  readonly drawings: ReadonlyMap<string, DrawingRow>
  /** By plan id. */
  readonly planFiles: ReadonlyMap<string, PlanFile>
  readonly answers: ReadonlyMap<string, AnswerRow>
  readonly outbox: readonly OutboxRow[]
  readonly recovered: readonly Recovered[]
  readonly role: SurveyRole
  readonly earlierTemplates: readonly string[]
  /** The stored copy; null for a preview, which stores nothing. */
  readonly rows: StoredCopy | null
}

export interface StoredCopy {
  readonly template: TemplateRow
  readonly head: SurveyRow
  readonly subSections: readonly SubSectionRow[]
}

/** Returns null if the survey isn't on this device. */
export async function loadSurvey(account: string, id: string): Promise<LoadedSurvey | null> {
  const rows = (await onDevice(() => readRows(account, id))) ?? (await readOlderRows(account, id))
  if (!rows) return null
  const copy = { sections: rows.head.sections, subSections: rows.subSections }
  const fromServer = surveyFromCopy(templateFromWire(rows.template.detail), rows.head.head, copy)
  const server = withOwnWords(fromServer, rows.answers)
  const base = rows.answers.reduce(applySaved, server)
  const items = mediaItemsOf(copy, rows.head.head.earlier_answers)
  const known = { items, files: new Map(rows.files.map((row) => [row.id, row])) }
  showWaitingCopies(rows.outbox, known)
  const edits = pendingEdits(rows)
  const merged = mergeServerCopy(base, edits, base)
  return {
    survey: rows.movedTo ? movedHere(merged, templateFromWire(rows.movedTo.detail), edits) : merged,
    ...known,
    drawings: new Map(rows.drawings.map((row) => [row.id, row])),
    planFiles: planFilesOf(rows.head.head.plans ?? [], rows.plans, rows.outbox),
    answers: new Map(rows.answers.map((row) => [row.id, row])),
    outbox: rows.outbox,
    recovered: rows.head.recovered ?? [],
    role: rows.head.head.my_role ?? 'owner',
    earlierTemplates: [
      ...(rows.head.head.earlier_survey_template_ids ?? []),
      ...(rows.movedTo ? [rows.head.head.survey_template_id] : []),
    ],
    rows: { template: rows.template, head: rows.head, subSections: rows.subSections },
  }
}

/** Imported lazily, because only a tab of an older app writes to the old stores. */
async function readOlderRows(account: string, id: string) {
  if ((await onDevice(() => db.table('surveys').where({ account, id }).count())) === 0) return null
  const { convertOlderCopy } = await import('../incoming/older-copies.ts')
  return (await convertOlderCopy(account, id)) ? onDevice(() => readRows(account, id)) : null
}

/** Whether the survey can be opened offline. */
export async function isOnDevice(account: string, id: string): Promise<boolean> {
  const head = await onDevice(() => db.copies.get([account, id]))
  return head !== undefined && hasTemplate(account, head.head.survey_template_id)
}

function readRows(account: string, id: string) {
  const stores = [
    db.templates,
    db.copies,
    db.subSections,
    db.answers,
    db.files,
    db.drawings,
    db.plans,
    db.outbox,
  ]
  return db.transaction('r', stores, async () => {
    const head = await db.copies.get([account, id])
    const template = head && (await db.templates.get([account, head.head.survey_template_id]))
    if (!head || !template) return null
    const own = { account, survey: id }
    const [subSections, answers, files, drawings, plans, outbox] = await Promise.all([
      db.subSections.where(own).toArray(),
      db.answers.where(own).toArray(),
      db.files.where(own).toArray(),
      db.drawings.where(own).toArray(),
      db.plans.where(own).toArray(),
      db.outbox.where(own).toArray(),
    ])
    const move = lastMove(outbox)
    const target = move && (await db.templates.get([account, movesTo(move)]))
    // Another user may have moved it to a later version meanwhile.
    const isAhead = target !== undefined && target.detail.version > template.detail.version
    const movedTo = isAhead ? target : undefined
    return { head, template, subSections, answers, files, drawings, plans, outbox, movedTo }
  })
}

/**
 * Returns the survey in the template version that it was moved to on this device. Unsent edits were made
 * before or after the move. Answers keep their ids, so each edit applies in one of the two versions.
 */
function movedHere(survey: Survey, template: Template, edits: readonly Edit[]): Survey {
  const moved = moveSurvey(survey, template)
  return moved === survey ? survey : mergeServerCopy(moved, edits, moved)
}

/** Shows unsent copies like their originals, which may be copies themselves. */
function showWaitingCopies(
  outbox: readonly OutboxRow[],
  { items, files }: { readonly items: Map<string, MediaItem>; readonly files: Map<string, FileRow> },
): void {
  for (const entry of outbox.filter(isCopy).sort(bySeq)) {
    for (const { id, copiedFrom } of unsentCopies(entry)) {
      const [item, file] = [items.get(copiedFrom ?? ''), files.get(copiedFrom ?? '')]
      if (item)
        items.set(id, { ...item, id, media_id: entry.id, copied_from: copiedFrom, copy_checked: false })
      else if (file) files.set(id, { ...file, upload: entry.id })
    }
  }
}

/** Shows this device's values for answers that lost their place. */
function withOwnWords(survey: Survey, rows: readonly AnswerRow[]): Survey {
  if (!survey.earlierAnswers) return survey
  const given = new Map(rows.map((row) => [row.id, row]))
  const earlierAnswers = survey.earlierAnswers.map((one) => {
    const own = given.get(one.answer.id)
    if (!own || (own.entry === '' && own.baseRevision <= one.answer.revision)) return one
    const value = [own.value, ...own.values].filter((word) => word !== '').join(', ')
    return { ...one, answer: { ...one.answer, value, editedAt: own.editedAt } }
  })
  return { ...survey, earlierAnswers }
}

/** Applies an answer confirmed after the copy was read. */
function applySaved(survey: Survey, own: AnswerRow): Survey {
  if (own.entry !== '') return survey
  return changeAnswer(survey, own.subSection, own.id, own.editedAt, (server) => {
    const latest = confirmedAnswer({ server, own })
    return latest === null || latest === server ? server : { ...server, ...latest }
  })
}
