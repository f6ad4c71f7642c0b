import { v7 as newId } from 'uuid'
import { limits } from '#contract/limits.ts'
import { addSimilar, removeSimilar } from '#contract/surveys.ts'
import type { Db } from '#server/context.ts'
import { Failure, fail } from '#server/http/failure.ts'
import { serve } from '#server/http/serve.ts'
import { isMissing } from '#survey/fields/registry.ts'
import { laterId } from '#survey/ids.ts'
import { missingInSection } from '#survey/mandatory.ts'
import { sectionKey } from '#survey/move/identity.ts'
import { findSection } from '#survey/navigation.ts'
import { countedFields } from '#survey/progress.ts'
import {
  type Answer,
  emptySubSection,
  everyAnswer,
  type Section,
  type SubSection,
  type Survey,
} from '#survey/survey.ts'
import { openSurvey } from '../access.ts'
import { saveAnswers } from '../answers/save.ts'
import { moveProgress, type SurveyRow } from '../data.ts'
import { addSubSections } from '../lifecycle/data.ts'
import { loadSurvey } from '../load.ts'
import { earlierSection } from '../moved/earlier-section.ts'
import { knowByAllVersions } from '../moved/late-parts.ts'
import { namesOwnTemplate } from '../policy.ts'
import { mandatoryLines, signerOf } from '../present.ts'
import { sectionReply } from '../section-reply.ts'
import { versionsOf, wasMoved } from '../versions.ts'
import { buryInSurvey, findOthers, findSubSection, keepUnseen } from './data.ts'

export const similarRoutes = [
  serve(addSimilar, async (call) => {
    const { db, account, body } = call
    const row = await openSurvey(db, account.id, body.user_survey_id, 'edit', { lock: true })
    if (row instanceof Failure) return row
    if (!namesOwnTemplate(row, body.survey_template_id)) return fail('survey.partNotFound')
    const sections = body.user_survey_sections_attributes ?? []
    const saved = await saveAnswers(db, row, sections, call)
    if (saved instanceof Failure) return saved

    const now = await loadSurvey(db, row.id, { sectionId: body.user_survey_section_id })
    const current = findSection(now, body.user_survey_section_id)
    const earlier = current ? null : await earlierSection(db, row, body.user_survey_section_id)
    const section = current ?? earlier?.section
    if (!section) return fail('survey.partNotFound')
    const known = body.id === undefined ? null : await findSubSection(db, body.id)
    if (known && known.sectionId !== section.id) return fail('id.taken')
    if (known) return sectionReply(db, account.sessionId, row.id, section.id, signerOf(call))

    if (!(await mayRepeat(db, row, section))) return fail('survey.notRepeatable')
    const others = await findOthers(db, section.id, account.sessionId)
    const own = section.subSections.filter(({ id }) => !others.has(id))
    const missing = missingInSection({ ...section, subSections: own })
    // Who has not heard of a move knows nothing of what it asks for.
    const mayNotKnow = body.id !== undefined && wasMoved(row)
    if (missing.length > 0 && !body.again && !mayNotKnow)
      return fail('survey.mandatoryMissing', { more: mandatoryLines(missing) })
    if (section.subSections.length >= limits.subSectionsMax) return fail('survey.tooManySubSections')

    const added = emptySubSection(
      body.id ?? laterId(newId(), section.subSections.at(-1)?.id ?? ''),
      section.definition,
    )
    const { sessionId } = account
    const place = { id: section.id, subSections: [current ? added : { ...added, answers: [] }] }
    await addSubSections(db, row.id, [place], { now: call.now, sessionId })
    if (wasMoved(row))
      await knowByAllVersions(db, row, current?.definition ?? null, sectionKey(section.definition), added)
    await moveProgress(db, row.id, current ? sharePart(now, added) : nothing, call)
    return sectionReply(db, account.sessionId, row.id, section.id, signerOf(call))
  }),

  serve(removeSimilar, async (call) => {
    const { db, account, query, now } = call
    const row = await openSurvey(db, account.id, query.user_survey_id, 'edit', { lock: true })
    if (row instanceof Failure) return row
    if (!namesOwnTemplate(row, query.survey_template_id)) return fail('survey.partNotFound')
    const known = await findSubSection(db, query.user_survey_sub_section_id)
    if (!known || known.surveyId !== row.id || known.sectionId !== query.user_survey_section_id) {
      return fail('survey.partNotFound')
    }
    const loaded = await loadSurvey(db, row.id, { sectionId: known.sectionId })
    const current = findSection(loaded, known.sectionId)
    const earlier = current ? null : await earlierSection(db, row, known.sectionId)
    const section = current ?? earlier?.section
    const removed = section?.subSections.find(({ id }) => id === known.id)
    if (section && removed) {
      if (section.subSections.length === 1) return fail('survey.lastSubSection')
      await keepUnseen(db, row.id, unseenIn(removed, query.seen_revisions), call)
      await buryInSurvey(db, row.id, known.id, now)
      const { filled, fillable } = current ? sharePart(loaded, removed) : nothing
      await moveProgress(db, row.id, { filled: -filled, fillable: -fillable }, call)
    }
    return sectionReply(db, account.sessionId, row.id, known.sectionId, signerOf(call))
  }),
]

/** What is only earlier answers counts for nothing. */
const nothing = { filled: 0, fillable: 0 }

/** A section that could be repeated in one version of the survey still takes what was added under that. */
async function mayRepeat(db: Db, row: SurveyRow, { definition }: Section): Promise<boolean> {
  if (definition.addSimilar || !wasMoved(row)) return definition.addSimilar
  return (await versionsOf(db, row)).some(({ sections }) =>
    sections.some((one) => one.addSimilar && sectionKey(one) === sectionKey(definition)),
  )
}

/** What was given since the device that deletes had read it; nothing where it does not say what that was. */
function unseenIn(removed: SubSection, seen = ''): readonly Answer[] {
  const answers = everyAnswer(removed)
  const revisions = seen.split(',').map(Number)
  if (seen === '' || revisions.length !== answers.length) return []
  return answers.filter((answer, place) => answer.revision > (revisions[place] ?? 0) && !isMissing(answer))
}

/** What one sub-section adds to the survey's progress. */
function sharePart(survey: Survey, { answers }: SubSection) {
  const counts = countedFields(survey.template)
  const counted = answers.filter(({ field }) => counts(field))
  return { filled: counted.filter((answer) => !isMissing(answer)).length, fillable: counted.length }
}
