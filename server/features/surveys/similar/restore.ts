import { limits } from '#contract/limits.ts'
import type { Db } from '#server/context.ts'
import { pinnedTemplate, versionsOf, wasMoved } from '#server/features/templates/data.ts'
import { type Failure, fail } from '#server/http/failure.ts'
import { sectionKey } from '#survey/move/field-identity.ts'
import { findSection } from '#survey/navigation.ts'
import { type SurveyRow, updateProgress } from '../data.ts'
import type { Actor } from '../events/data.ts'
import { loadSurvey } from '../load.ts'
import { rehomeAnswers } from '../moved/rehome.ts'
import { addVersionAliases } from '../moved/version-aliases.ts'
import { namingOf } from '../part-names.ts'
import { countsOf, noCounts } from './counts.ts'
import {
  dropEqualRecovered,
  findTemplateSection,
  readDeleted,
  readParts,
  type SubSectionRow,
  unmarkSubSectionDeleted,
} from './data.ts'
import { presentDeleted } from './present.ts'

/** Deleted sub-sections of one section; null if the survey does not have the section. */
export async function deletedIn(db: Db, survey: SurveyRow, sectionId: string) {
  if ((await findTemplateSection(db, survey.id, sectionId)) === null) return null
  const rows = await readDeleted(db, survey.id, sectionId, namingOf(await versionsOf(db, survey)))
  return rows.map((row) => presentDeleted(sectionId, row))
}

/** Restores a deleted sub-section with its contents. The caller holds the survey's lock; null = done. */
export async function restorePart(
  db: Db,
  survey: SurveyRow,
  { id, sectionId }: SubSectionRow,
  by: Actor,
): Promise<Failure<'survey.tooManySubSections'> | null> {
  const parts = await readParts(db, survey.id, sectionId, by.account.sessionId)
  if (parts.length >= limits.subSectionsMax) return fail('survey.tooManySubSections')
  await unmarkSubSectionDeleted(db, survey.id, id)
  const template = await pinnedTemplate(db, survey.template_id)
  const definitionId = await findTemplateSection(db, survey.id, sectionId)
  const definition = template.sections.find((section) => section.id === definitionId) ?? null
  if (wasMoved(survey)) await rehomeAnswers(db, survey, id, definition)
  await dropEqualRecovered(db, survey.id, id, by.now)
  const section = findSection(await loadSurvey(db, survey.id, { sectionId }), sectionId)
  const part = section?.subSections.find((one) => one.id === id)
  if (wasMoved(survey) && definition && part)
    await addVersionAliases(db, survey, definition, sectionKey(definition), part)
  await updateProgress(db, survey.id, part ? countsOf(template, part) : noCounts, by)
  return null
}
