import { v7 as newId } from 'uuid'
import { limits } from '#contract/limits.ts'
import { deletedSimilar, restoreSimilar } from '#contract/surveys/survey-deleted-parts.ts'
import { addSimilar, removeSimilar } from '#contract/surveys/surveys.ts'
import type { Db } from '#server/context.ts'
import { pinnedTemplate, versionsOf, wasMoved } from '#server/features/templates/data.ts'
import { Failure, fail } from '#server/http/failure.ts'
import { type Call, replayById, serve, serveWithReplay } from '#server/http/serve.ts'
import { addSimilar as addSimilarPart } from '#survey/edit/add-similar.ts'
import { filesOf, isMissing } from '#survey/fields/registry.ts'
import { laterId } from '#survey/ids.ts'
import { hideInPart, isSelfContained } from '#survey/logic/self-contained.ts'
import { sectionKey } from '#survey/move/field-identity.ts'
import { findSection } from '#survey/navigation.ts'
import { type Answer, emptySubSection, everyAnswer, type SubSection } from '#survey/survey.ts'
import type { Template, TemplateSection } from '#survey/template.ts'
import { openSurvey } from '../access.ts'
import { type ProgressChange, type SurveyRow, updateProgress } from '../data.ts'
import { addSubSections, sizeOfNew } from '../lifecycle/data.ts'
import { loadSurvey } from '../load.ts'
import { earlierSection } from '../moved/earlier-section.ts'
import { addVersionAliases } from '../moved/version-aliases.ts'
import { namesOwnTemplate } from '../policy.ts'
import { mandatoryLines, signerOf } from '../present.ts'
import { saveAnswers } from '../save/save.ts'
import { replaySection, sectionReply } from '../section-reply.ts'
import { countsOf, noCounts } from './counts.ts'
import { findSubSection, markSubSectionDeleted, recoverUnseen } from './data.ts'
import { presentAdded } from './present.ts'
import { readRepeated } from './repeated.ts'
import { deletedIn, restorePart } from './restore.ts'

const afterAdding = replayById((call: Call<typeof addSimilar>, id) =>
  replaySection(call, call.body.user_survey_id, id),
)
const afterRemoving = replayById((call: Call<typeof removeSimilar>, id) =>
  replaySection(call, call.query.user_survey_id, id),
)
const afterRestoring = replayById((call: Call<typeof restoreSimilar>, id) =>
  replaySection(call, call.params.id, id),
)

export const similarRoutes = [
  serveWithReplay(addSimilar, afterAdding, async (call) => {
    const { db, account, body } = call
    const row = await openSurvey(db, account, body.user_survey_id, 'add', { lock: true })
    if (row instanceof Failure) return row
    if (!namesOwnTemplate(row, body.survey_template_id)) return fail('survey.partNotFound')
    const sections = body.user_survey_sections_attributes ?? []
    const saved = await saveAnswers(db, row, sections, call)
    if (saved instanceof Failure) return saved

    const section = await readRepeated(db, row, body.user_survey_section_id, account.sessionId)
    if (!section) return fail('survey.partNotFound')
    const { definition, parts, missing, isCurrent } = section
    const known = body.id === undefined ? null : await findSubSection(db, body.id)
    if (known && known.sectionId !== section.id) return fail('id.taken')
    // A contributor learns nothing about other sub-sections, not even their number.
    const alone = { ...section, parts: [] }
    if (known && row.contributes) return presentAdded(alone, emptySubSection(known.id, definition))
    if (known) return sectionReply(db, account.sessionId, row.id, section.id, signerOf(call))

    if (!(await mayRepeat(db, row, definition))) return fail('survey.notRepeatable')
    // A device that does not know of a move does not know the new requirements.
    const mayNotKnow = body.id !== undefined && wasMoved(row)
    // A contributor's own answers may still wait for the owner.
    // A device that sends an id has checked photos itself; these may still wait there for a better connection.
    const lacking = body.id === undefined ? missing : missing.filter(({ field }) => filesOf(field) === null)
    if (lacking.length > 0 && !body.again && !mayNotKnow && !row.contributes)
      return fail('survey.mandatoryMissing', { more: mandatoryLines(lacking.map(({ id }) => id)) })
    if (parts.length >= limits.subSectionsMax) return fail('survey.tooManySubSections')

    const addedId = body.id ?? laterId(newId(), parts.at(-1) ?? '')
    const added = isCurrent
      ? await newPart(db, row.id, { sectionId: section.id, definition }, addedId)
      : emptySubSection(addedId, definition)
    const { sessionId } = account
    const place = { id: section.id, subSections: [isCurrent ? added : { ...added, answers: [] }] }
    await addSubSections(db, row.id, [place], { now: call.now, sessionId })
    if (wasMoved(row))
      await addVersionAliases(db, row, isCurrent ? definition : null, sectionKey(definition), added)
    const template = await pinnedTemplate(db, row.template_id)
    await updateProgress(db, row.id, isCurrent ? addedTo(template, definition, added) : noCounts, call)
    if (row.contributes) return presentAdded(alone, added)
    return body.only_new && !wasMoved(row)
      ? presentAdded(section, added)
      : sectionReply(db, sessionId, row.id, section.id, signerOf(call))
  }),

  serveWithReplay(removeSimilar, afterRemoving, async (call) => {
    const { db, account, query, now } = call
    const row = await openSurvey(db, account, query.user_survey_id, 'edit', { lock: true })
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
      await recoverUnseen(db, row.id, unseenIn(removed, query.seen_revisions), call)
      await markSubSectionDeleted(db, row.id, known.id, now)
      const { filled, fillable } = current ? countsOf(loaded.template, removed) : noCounts
      await updateProgress(db, row.id, { filled: -filled, fillable: -fillable }, call)
    }
    return sectionReply(db, account.sessionId, row.id, known.sectionId, signerOf(call))
  }),

  serve(deletedSimilar, async ({ db, account, params, query }) => {
    const row = await openSurvey(db, account, params.id, 'edit')
    if (row instanceof Failure) return row
    const deleted = await deletedIn(db, row, query.user_survey_section_id)
    return deleted ? { data: deleted } : fail('survey.partNotFound')
  }),

  serveWithReplay(restoreSimilar, afterRestoring, async (call) => {
    const { db, account, params } = call
    const row = await openSurvey(db, account, params.id, 'edit', { lock: true })
    if (row instanceof Failure) return row
    const known = await findSubSection(db, params.sub_section_id)
    if (known?.surveyId !== row.id) return fail('survey.partNotFound')
    const refused = known.deletedAt && (await restorePart(db, row, known, call))
    return refused ?? sectionReply(db, account.sessionId, row.id, known.sectionId, signerOf(call))
  }),
]

/** A section that could be repeated in any version of the survey still accepts additions. */
async function mayRepeat(db: Db, row: SurveyRow, definition: TemplateSection): Promise<boolean> {
  if (definition.addSimilar || !wasMoved(row)) return definition.addSimilar
  return (await versionsOf(db, row)).some(({ sections }) =>
    sections.some((one) => one.addSimilar && sectionKey(one) === sectionKey(definition)),
  )
}

/** Creates a sub-section with its defaults; loads the survey only if a default depends on answers. */
async function newPart(
  db: Db,
  surveyId: string,
  { sectionId, definition }: { readonly sectionId: string; readonly definition: TemplateSection },
  id: string,
): Promise<SubSection> {
  const isWorkedOut = definition.fields.some(({ defaultExpression }) => defaultExpression !== undefined)
  if (!isWorkedOut) return emptySubSection(id, definition)
  const after = addSimilarPart(await loadSurvey(db, surveyId), sectionId, id, '')
  const added = findSection(after, sectionId)?.subSections.find((part) => part.id === id)
  return added ?? emptySubSection(id, definition)
}

/** Returns answers given after the deleting device had read them; none if it does not send what it saw. */
function unseenIn(removed: SubSection, seen = ''): readonly Answer[] {
  const answers = everyAnswer(removed)
  const revisions = seen.split(',').map(Number)
  if (seen === '' || revisions.length !== answers.length) return []
  return answers.filter((answer, place) => answer.revision > (revisions[place] ?? 0) && !isMissing(answer))
}

/** Counts and size that a new sub-section adds; in a moved survey it has further rows. */
function addedTo(template: Template, definition: TemplateSection, added: SubSection): ProgressChange {
  const isExact = isSelfContained(template, definition)
  const counted = isExact ? hideInPart(template, definition, added) : added
  return { ...countsOf(template, counted), bytes: sizeOfNew([added]), isExact }
}
