import type { MediaItem } from '#contract/media-item.ts'
import type { SurveyRole } from '#contract/surveys.ts'
import { changeAnswer } from '#survey/edit/change.ts'
import type { Edit } from '#survey/edit/edit.ts'
import { mergeServerCopy } from '#survey/merge-copy.ts'
import { moveSurvey } from '#survey/move/move.ts'
import type { Survey } from '#survey/survey.ts'
import type { Template } from '#survey/template.ts'
import { mediaItemsOf, surveyFromWire, templateFromWire } from '../../../survey/from-wire.ts'
import { hasTemplate } from '../incoming/server-copy.ts'
import { isCopy, waitingCopies } from '../operations/copy-entry.ts'
import { bySeq } from '../operations/entries.ts'
import { lastMove, movesTo } from '../operations/move-entry.ts'
import { pendingEdits } from '../operations/pending-edits.ts'
import { type PlanFile, planFilesOf } from '../pictures/plan-files.ts'
import { db, onDevice } from '../store/database.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import type {
  AnswerRow,
  DrawingRow,
  FileRow,
  Recovered,
  SectionRow,
  SurveyRow,
  TemplateRow,
} from '../store/rows.ts'

/** A survey as this device knows it: the server's copy, with everything on it that still waits here. */
export interface LoadedSurvey {
  readonly survey: Survey
  readonly items: ReadonlyMap<string, MediaItem>
  readonly files: ReadonlyMap<string, FileRow>
  /** By the ids of their photos. */
  readonly drawings: ReadonlyMap<string, DrawingRow>
  /** By the ids of the survey's floor plans. */
  readonly planFiles: ReadonlyMap<string, PlanFile>
  readonly answers: ReadonlyMap<string, AnswerRow>
  readonly outbox: readonly OutboxRow[]
  readonly recovered: readonly Recovered[]
  readonly role: SurveyRole
  readonly earlierTemplates: readonly string[]
  /** The server's copy as it lies in the store; null = it has no place there, and nothing of it is kept. */
  readonly rows: StoredCopy | null
}

export interface StoredCopy {
  readonly template: TemplateRow
  readonly head: SurveyRow
  readonly sections: readonly SectionRow[]
}

/** null = never opened on this device. */
export async function loadSurvey(account: string, id: string): Promise<LoadedSurvey | null> {
  const rows = await onDevice(() => readRows(account, id))
  if (!rows) return null
  const sections = rows.sections.sort((a, b) => a.place - b.place).map(({ detail }) => detail)
  const told = surveyFromWire(templateFromWire(rows.template.detail), rows.head.head, sections)
  const server = withOwnWords(told, rows.answers)
  const base = rows.answers.reduce(applySaved, server)
  const items = mediaItemsOf(sections, rows.head.head.earlier_answers)
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
    rows: { template: rows.template, head: rows.head, sections: rows.sections },
  }
}

/** Whether the survey can be opened without network. */
export async function isOnDevice(account: string, id: string): Promise<boolean> {
  const head = await onDevice(() => db.surveys.get([account, id]))
  return head !== undefined && hasTemplate(account, head.head.survey_template_id)
}

function readRows(account: string, id: string) {
  const stores = [
    db.templates,
    db.surveys,
    db.sections,
    db.answers,
    db.files,
    db.drawings,
    db.plans,
    db.outbox,
  ]
  return db.transaction('r', stores, async () => {
    const head = await db.surveys.get([account, id])
    const template = head && (await db.templates.get([account, head.head.survey_template_id]))
    if (!head || !template) return null
    const own = { account, survey: id }
    const [sections, answers, files, drawings, plans, outbox] = await Promise.all([
      db.sections.where(own).toArray(),
      db.answers.where(own).toArray(),
      db.files.where(own).toArray(),
      db.drawings.where(own).toArray(),
      db.plans.where(own).toArray(),
      db.outbox.where(own).toArray(),
    ])
    const move = lastMove(outbox)
    const target = move && (await db.templates.get([account, movesTo(move)]))
    // Somebody may have moved it further meanwhile.
    const isAhead = target !== undefined && target.detail.version > template.detail.version
    const movedTo = isAhead ? target : undefined
    return { head, template, sections, answers, files, drawings, plans, outbox, movedTo }
  })
}

/**
 * The survey under a version that it was moved to on this device. What waits was in part made before, in part after it:
 * an answer keeps its id, and what has no place in the one survey has it in the other.
 */
function movedHere(survey: Survey, template: Template, edits: readonly Edit[]): Survey {
  const moved = moveSurvey(survey, template)
  return moved === survey ? survey : mergeServerCopy(moved, edits, moved)
}

/** A copy that the server has not made yet looks like what it was copied from, which may be a copy itself. */
function showWaitingCopies(
  outbox: readonly OutboxRow[],
  { items, files }: { readonly items: Map<string, MediaItem>; readonly files: Map<string, FileRow> },
): void {
  for (const entry of outbox.filter(isCopy).sort(bySeq)) {
    for (const { id, copiedFrom } of waitingCopies(entry)) {
      const [item, file] = [items.get(copiedFrom ?? ''), files.get(copiedFrom ?? '')]
      if (item)
        items.set(id, { ...item, id, media_id: entry.id, copied_from: copiedFrom, copy_checked: false })
      else if (file) files.set(id, { ...file, upload: entry.id })
    }
  }
}

/** Words of this device for an answer that has lost its place: they are read where it stands now. */
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

/** Answers that the server took after its copy was read. */
function applySaved(survey: Survey, row: AnswerRow): Survey {
  if (row.entry !== '') return survey
  return changeAnswer(survey, row.subSection, row.id, row.editedAt, (answer) =>
    answer.revision >= row.baseRevision
      ? answer
      : {
          ...answer,
          value: row.value,
          values: row.values,
          revision: row.baseRevision,
          editedAt: row.editedAt,
          copiedFrom: row.copiedFrom ?? null,
        },
  )
}
