import type { ChangedSinceSubmission } from '#contract/surveys/changed-since-submission.ts'
import type { SavedSections } from '#contract/surveys/surveys.ts'
import type { Db } from '#server/context.ts'
import { pinnedTemplate } from '#server/features/templates/data.ts'
import { Failure } from '#server/http/failure.ts'
import { countedFields, type Share } from '#survey/progress.ts'
import type { Template, TemplateField } from '#survey/template.ts'
import type { OpenedSurvey } from '../access.ts'
import { changedSince, noteContentChange } from '../changed-since.ts'
import type { SurveyRow } from '../data.ts'
import { type Actor, recordChange } from '../events/data.ts'
import { translateOutcome, translateSave } from '../moved/translate-save.ts'
import { type ChangedAnswer, recountProgress } from '../recount.ts'
import { rejectTooLarge } from '../survey-size.ts'
import { versionsOf, wasMoved } from '../versions.ts'
import { addTitles, type NamedRow, queryNamed, readNames, readSeen, writeSave } from './data.ts'
import { editsNeedingHistory, type MergeResult, resolveMerge } from './merging.ts'
import { type NamedAnswer, namedIds, namedTitles, verifyNamed } from './named-answers.ts'
import { readSessionValues, recordSessionValues } from './session-values.ts'

export interface SaveOutcome extends MergeResult {
  readonly lastEdited: Date
  readonly share: Share
  readonly changedSince: ChangedSinceSubmission | null
  /** Names of the accounts whose values conflict, by account id. */
  readonly names: ReadonlyMap<string, string>
}

/**
 * Merges the named answers into a survey in a few statements. The caller holds the survey's lock. Writes
 * nothing if any answer does not belong or fit. `read`: the result of `queryNamed` under that lock, if already
 * available.
 */
export async function saveAnswers(
  db: Db,
  survey: SavedInto,
  sections: SavedSections,
  by: Actor,
  read?: readonly NamedRow[],
): Promise<SaveOutcome | NotSaved> {
  if (!wasMoved(survey)) return savePlaced(db, survey, sections, by, read)
  const placed = await translateSave(db, survey.id, sections)
  const saved = await savePlaced(db, survey, placed.sections, by)
  return saved instanceof Failure ? saved : translateOutcome(saved, placed)
}

type SavedInto = SurveyRow & Partial<Pick<OpenedSurvey, 'contributes'>>

type NotSaved = Failure<'survey.partNotFound' | 'survey.badAnswer'>

async function savePlaced(
  db: Db,
  survey: SavedInto,
  sections: SavedSections,
  by: Actor,
  read?: readonly NamedRow[],
): Promise<SaveOutcome | NotSaved> {
  const versions = await versionsOf(db, survey)
  const template = await pinnedTemplate(db, survey.template_id)
  const titles = await addTitles(db, survey.id, namedTitles({ id: survey.id, template }, sections))
  const rows = titles > 0 || !read ? await readNamed(db, survey.id, sections) : read
  const named = verifyNamed(versions, sections, rows)
  if (named instanceof Failure) return named
  const settled = resolveMerge(named, {
    accountId: by.account.id,
    sessionId: by.account.sessionId,
    now: by.now.toISOString(),
    seen: await readSeen(db, editsNeedingHistory(named)),
    known: await readSessionValues(db, by.account.sessionId, named),
    counts: countedIn(template),
    contributes: survey.contributes ?? false,
  })
  const { changes, history, late, confirmed } = settled
  await recordSessionValues(db, by.account.sessionId, survey.id, confirmed)
  const row =
    changes.length + history.length + late.length + titles > 0
      ? await writeSave(db, survey.id, { ...settled, titles }, by)
      : null
  if (row) rejectTooLarge(row, by.context.config)
  if (changes.length > 0) await noteContentChange(db, survey, by)
  // Only a reload of the whole survey shows an earlier answer.
  const earlier = new Set(named.flatMap(({ stored }) => (stored.isEarlier ? stored.id : [])))
  if (late.length > 0 || changes.some(({ id }) => earlier.has(id)))
    await recordChange(db, survey.id, by, { kind: 'survey' })
  const { updated_at } = row ?? survey
  // In a moved survey, fields may count other than those that the save names.
  const changed = wasMoved(survey) ? undefined : changedIn(rows, named, new Set(changes.map(({ id }) => id)))
  const { filled, fillable } = row
    ? await recountProgress(db, { id: survey.id, templateId: template.id }, row, changed)
    : survey
  const names = await readNames(
    db,
    settled.conflicts.flatMap(({ editorId }) => editorId ?? []),
  )
  const changed_since_submission = survey.changed_since_submission || changes.length > 0
  const now = { ...survey, changed_since_submission, filled, fillable }
  return {
    ...settled,
    lastEdited: updated_at,
    share: { filled, total: fillable },
    changedSince: await changedSince(db, now),
    names,
  }
}

function changedIn(
  rows: readonly NamedRow[],
  named: readonly NamedAnswer[],
  changed: ReadonlySet<string>,
): readonly ChangedAnswer[] {
  const partOf = new Map(rows.map(({ id, subSectionId }) => [id, subSectionId]))
  const stored = new Map(named.map((one) => [one.stored.id, one.stored]))
  return [...changed].flatMap((id) => {
    const [before, partId] = [stored.get(id), partOf.get(id)]
    if (!before || !partId) return []
    return { id, partId, fieldId: before.field.id, value: before.value, values: before.values }
  })
}

async function readNamed(db: Db, surveyId: string, sections: SavedSections): Promise<readonly NamedRow[]> {
  return sections.length === 0 ? [] : queryNamed(db, surveyId, namedIds(sections)).execute()
}

/** Fields of other versions never count. */
function countedIn(template: Template): (field: TemplateField) => boolean {
  const counts = countedFields(template)
  const own = new Set(template.sections.flatMap(({ fields }) => fields.map(({ id }) => id)))
  return (field) => own.has(field.id) && counts(field)
}
