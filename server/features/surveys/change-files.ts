import type { Db } from '#server/context.ts'
import { pinnedTemplate, wasMoved } from '#server/features/templates/data.ts'
import { fail } from '#server/http/failure.ts'
import type { FileKind } from '#survey/fields/kind.ts'
import { countsFiles, filesLeft, filesOf, isMissing } from '#survey/fields/registry.ts'
import { countedFields } from '#survey/progress.ts'
import { emptyAnswer } from '#survey/survey.ts'
import type { OpenedAnswer } from './access.ts'
import { touchSurvey, updateProgress } from './data.ts'
import type { Actor, Change } from './events/data.ts'
import { readMediaRefs } from './media-items.ts'

/**
 * Adds or removes files of an answer and marks the survey as edited. If the files are the answer, the stored
 * progress changes in the same transaction. The caller holds the survey's lock.
 */
export async function changeFiles<Result>(
  db: Db,
  place: { readonly surveyId: string; readonly answerId: string },
  by: Actor,
  change: () => Promise<Result>,
  event: Change = { kind: 'media', answers: [place.answerId] },
): Promise<Result> {
  const { surveyId, answerId } = place
  const found = await findFileQuestion(db, place)
  if (!found) {
    const result = await change()
    await touchSurvey(db, surveyId, by, event)
    return result
  }
  const { template, field, partId, moved } = found
  const before = await readMediaRefs(db, surveyId, [answerId])
  const result = await change()
  const after = await readMediaRefs(db, surveyId, [answerId])
  const answer = emptyAnswer(partId, field)
  const filled =
    Number(isMissing({ ...answer, media: before })) - Number(isMissing({ ...answer, media: after }))
  const changed = [{ id: answerId, fieldId: field.id, partId, value: '', values: [], media: before }]
  const counts = { filled: countedFields(template)(field) ? filled : 0, fillable: 0, event }
  await updateProgress(db, surveyId, moved ? counts : { ...counts, changed }, by)
  return result
}

/** Returns null if the files are not an answer, or one that does not count now. */
async function findFileQuestion(
  db: Db,
  { surveyId, answerId }: { readonly surveyId: string; readonly answerId: string },
) {
  const survey = await db
    .selectFrom('survey')
    .select(['template_id', 'earlier_templates'])
    .where('id', '=', surveyId)
    .executeTakeFirstOrThrow()
  const template = await pinnedTemplate(db, survey.template_id)
  if (!countsFiles(template)) return null
  const row = await db
    .selectFrom('answer')
    .innerJoin('sub_section', 'sub_section.id', 'answer.sub_section_id')
    .select(['answer.template_field_id as fieldId', 'answer.sub_section_id as partId'])
    .where('answer.id', '=', answerId)
    .where('answer.survey_id', '=', surveyId)
    .where('answer.earlier_field_id', 'is', null)
    .where('sub_section.deleted_at', 'is', null)
    .executeTakeFirst()
  const field = template.sections.flatMap(({ fields }) => fields).find(({ id }) => id === row?.fieldId)
  if (!row || !field || filesOf(field) === null) return null
  return { template, field, partId: row.partId, moved: wasMoved(survey) }
}

type Answer = Pick<OpenedAnswer, 'id' | 'surveyId' | 'field' | 'takes'>

/** Returns the failure if an answer may not hold files of these kinds. */
export function whyNotKinds({ takes, field }: Answer, kinds: readonly FileKind[]) {
  if (takes.length === 0) return fail('media.notAllowedHere')
  if (kinds.every((kind) => takes.includes(kind))) return null
  const message = takes.includes('photo') ? 'media.onlyPhotosHere' : 'media.onlyVideosHere'
  return fail('media.wrongKindHere', { message, values: { name: field.name } })
}

/** Also checks whether they fit beside the existing files. The caller holds the survey's lock. */
export async function whyNotFiles(db: Db, answer: Answer, kinds: readonly FileKind[]) {
  const unfit = whyNotKinds(answer, kinds)
  if (unfit) return unfit
  const { field } = answer
  if (field.max === undefined || filesLeft({ field, media: [] }) === Number.POSITIVE_INFINITY) return null
  const media = await readMediaRefs(db, answer.surveyId, [answer.id])
  if (kinds.length <= filesLeft({ field, media })) return null
  const message = answer.takes.includes('photo') ? 'media.tooManyPhotosHere' : 'media.tooManyVideosHere'
  return fail('media.tooManyForField', { message, values: { max: field.max } })
}
