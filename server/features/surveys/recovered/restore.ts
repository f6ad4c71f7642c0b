import type { SavedAnswer } from '#contract/surveys/surveys.ts'
import type { Db } from '#server/context.ts'
import { fieldsOf, sameFieldIn, versionsOf, wasMoved } from '#server/features/templates/data.ts'
import { Failure, fail } from '#server/http/failure.ts'
import { emptyAnswer } from '#survey/survey.ts'
import { openAnswer } from '../access.ts'
import { changeFiles, whyNotFiles } from '../change-files.ts'
import { recomputeSize, type SurveyRow, touchSurvey } from '../data.ts'
import type { Actor } from '../events/data.ts'
import { saveAnswers } from '../save/save.ts'
import {
  findAnswerOf,
  findMedia,
  findRecoveredAnswer,
  hasSubSection,
  markHandled,
  moveMedia,
  readRevision,
} from './data.ts'

interface Wanted {
  readonly recoveredId: string
  readonly subSectionId: string
  /** The revision displayed to the person; undefined = none. */
  readonly baseRevision?: number | undefined
}

/**
 * Restores a recovered item into a sub-section of the same section: a value as an edit made now, a photo by
 * moving it. Items restored before stay unchanged. Returns the section. The caller holds the survey's lock.
 */
export async function restoreInto(db: Db, survey: SurveyRow, wanted: Wanted, by: Actor) {
  const answer = await findRecoveredAnswer(db, survey.id, wanted.recoveredId)
  const found = answer ?? (await findMedia(db, survey.id, wanted.recoveredId))
  if (!found || !(await hasSubSection(db, found.sectionId, wanted.subSectionId)))
    return fail('survey.partNotFound')
  const target = await answerIn(db, survey, wanted.subSectionId, found.fieldId)
  if (!target) return fail('survey.partNotFound')
  if ('late' in found) {
    if (!found.late)
      return found.subSectionId === wanted.subSectionId ? found.sectionId : fail('survey.partNotFound')
    const opened = await openAnswer(db, by.account, target, 'edit')
    if (opened instanceof Failure) return fail('survey.partNotFound')
    const unfit = await whyNotFiles(db, opened, [found.kind])
    if (unfit) return unfit
    const place = { surveyId: survey.id, answerId: target }
    // The list of recovered files changes too.
    const event = { kind: 'survey' } as const
    const move = () => moveMedia(db, survey.id, { id: wanted.recoveredId, answerId: target }, by)
    const moved = await changeFiles(db, place, by, move, event)
    return moved ? found.sectionId : fail('media.tooManyUploads')
  }
  if (found.handledAt) return found.sectionId
  const revision = await readRevision(db, target)
  if ((wanted.baseRevision ?? revision) !== revision) return fail('recovered.changed')
  const said = {
    id: target,
    field_value: found.value,
    field_value_multiple: found.values,
    base_revision: revision,
  }
  // First, so that the value's size is not counted twice.
  await markHandled(db, survey.id, wanted.recoveredId, by.now)
  await recomputeSize(db, survey.id)
  const saved = await saveAnswers(db, survey, sectionsOf(found.sectionId, wanted.subSectionId, said), by)
  if (saved instanceof Failure) return saved
  await touchSurvey(db, survey.id, by)
  return found.sectionId
}

async function answerIn(
  db: Db,
  survey: SurveyRow,
  subSectionId: string,
  fieldId: string,
): Promise<string | undefined> {
  const versions = await versionsOf(db, survey)
  const known = fieldsOf(versions)
  const field = known.get(fieldId)?.field
  if (!field) return undefined
  if (!wasMoved(survey)) return emptyAnswer(subSectionId, field).id
  const same = [field, ...sameFieldIn(known, fieldId)].map(({ id }) => id)
  return (await findAnswerOf(db, subSectionId, same)) ?? emptyAnswer(subSectionId, field).id
}

function sectionsOf(sectionId: string, subSectionId: string, said: SavedAnswer) {
  const part = { id: subSectionId, user_survey_sub_section_details_attributes: [said] }
  return [{ id: sectionId, user_survey_sub_sections_attributes: [part] }]
}
