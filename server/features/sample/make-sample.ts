import { v7 as newId } from 'uuid'
import type { SavedAnswer, SavedSections } from '#contract/surveys/surveys.ts'
import type { Db } from '#server/context.ts'
import { openSurvey } from '#server/features/surveys/access.ts'
import { touchSurvey } from '#server/features/surveys/data.ts'
import type { Actor } from '#server/features/surveys/events/data.ts'
import { addSurvey } from '#server/features/surveys/lifecycle/data.ts'
import { saveAnswers } from '#server/features/surveys/save/save.ts'
import { Failure } from '#server/http/failure.ts'
import type { AnswerValue } from '#survey/fields/kind.ts'
import { sameAnswerValue } from '#survey/fields/registry.ts'
import type { Answer, Survey } from '#survey/survey.ts'
import { attachPictures } from './attach-pictures.ts'
import type { SamplePictures } from './pictures.ts'
import { type SampleSection, sampleConflict, sampleSite } from './site.ts'
import { answerIn, partIn, sampleSurvey } from './survey.ts'

export type Making = Actor & { readonly db: Db }

/**
 * Writes the whole survey within the call's transaction, the same way as devices' saves: it exists whole or not
 * at all. null if its id belongs to someone else.
 */
export async function makeSample(
  call: Making,
  { id, timeZone }: { readonly id: string; readonly timeZone: string | null },
  pictures: SamplePictures,
) {
  const { db, account, now } = call
  const survey = sampleSurvey(id, timeZone)
  if (!(await addSurvey(db, account.id, survey, now))) return null
  // The conflict's older answer comes from another device.
  const before: Making = {
    ...call,
    now: new Date(now.getTime() - 1),
    account: { ...account, sessionId: newId() },
  }
  const { section, at, field, other } = sampleConflict
  const met = answerIn(survey, section, at, field)
  await save(before, id, [inPart(survey, section, at, [{ id: met.id, field_value: other }])])
  await save(
    call,
    id,
    sampleSite.sections.flatMap((one) =>
      one.filled.map((_, place) => inPart(survey, one.key, place, detailsOf(survey, one, place))),
    ),
  )
  await attachPictures(call, survey, pictures)
  await touchSurvey(db, id, call)
  return { id, templateId: survey.template.id, name: survey.name }
}

async function save(call: Making, id: string, sections: SavedSections): Promise<void> {
  const row = await openSurvey(call.db, call.account, id, 'edit', { lock: true })
  const saved = row instanceof Failure ? row : await saveAnswers(call.db, row, sections, call)
  if (saved instanceof Failure) throw new Error(`The sample was refused: ${saved.code}`)
}

function inPart(survey: Survey, key: string, at: number, details: SavedAnswer[]): SavedSections[number] {
  const { section, part } = partIn(survey, key, at)
  return {
    id: section.id,
    user_survey_sub_sections_attributes: [
      { id: part.id, user_survey_sub_section_details_attributes: details },
    ],
  }
}

/** Entered without having seen another value. */
function detailsOf(survey: Survey, { key, filled, titles, copy }: SampleSection, at: number): SavedAnswer[] {
  const { part } = partIn(survey, key, at)
  const title = titles?.[at] ?? ''
  const source = copy?.at === at ? copy.from : null
  const details = Object.entries(filled[at] ?? {}).map(([field, given]) => {
    const answer = answerIn(survey, key, at, field)
    const from = source === null ? undefined : filled[source]?.[field]
    const isCopied = from !== undefined && sameAnswerValue(givenOf(from), givenOf(given))
    return {
      ...detailOf(answer, givenOf(given)),
      ...(source !== null && isCopied && { copied_from: partIn(survey, key, source).part.id }),
    }
  })
  return title === '' ? details : [...details, detailOf(part.title, givenOf(title))]
}

function detailOf({ id }: Answer, { value, values }: AnswerValue): SavedAnswer {
  return { id, field_value: value, field_value_multiple: [...values], base_revision: 0 }
}

function givenOf(given: string | readonly string[]): AnswerValue {
  return typeof given === 'string' ? { value: given, values: [] } : { value: '', values: given }
}
