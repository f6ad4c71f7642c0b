import type { FormDocument } from '#contract/templates/form-document.ts'
import { sourceOf } from '../document-to-source.ts'
import type { AnswerValue } from '../fields/kind.ts'
import { clean, exampleFor, isAnswerable, isMissing } from '../fields/registry.ts'
import { derived } from '../logic/derive.ts'
import { type Answer, emptySubSection, newSurvey, type SubSection, type Survey } from '../survey.ts'
import { draftOf } from '../template-source.ts'
import { forReader } from '../translate.ts'

/** An answer for trying a template, addressed by keys. */
export interface SampleAnswer extends AnswerValue {
  readonly section: string
  /** Index of the part in a repeated section, from 0. */
  readonly part: number
  /** null = the part's title. */
  readonly field: string | null
}

interface Try {
  readonly id: string
  readonly createdBy: string
  /** ISO 8601. */
  readonly at: string
  readonly timeZone?: string | null
  /** Preferred language tags, best first; without them the reader's. */
  readonly readsIn?: readonly string[] | undefined
  readonly newId: () => string
}

/** Arbitrary, because a trial survey generates its own ids. */
const series = '019b0000-0000-7000-8000-000000000001'

/**
 * Returns a trial survey of a draft with these answers; it is never stored. Skips invalid answers and answers
 * without a place. No field accepts photos, because those need a stored survey. Throws if an expression has a
 * syntax error.
 */
export function sampleSurvey(form: FormDocument, given: Try, answers: readonly SampleAnswer[] = []): Survey {
  const survey = newSurvey(forReader(draftOf(sourceOf(withoutPhotos(form), series, 1)), given.readsIn), {
    id: given.id,
    name: form.name,
    owner: '',
    createdBy: given.createdBy,
    at: given.at,
    timeZone: given.timeZone ?? null,
  })
  if (answers.length === 0) return survey
  const byPart = Map.groupBy(answers, ({ section, part }) => partKey(section, part))
  const last = lastParts(answers)
  const sections = survey.sections.map((section) => {
    const { key = '', addSimilar } = section.definition
    const more = addSimilar ? (last.get(key) ?? 0) : 0
    const added = Array.from({ length: more }, () => emptySubSection(given.newId(), section.definition))
    const subSections = [...section.subSections, ...added].map((part, index) =>
      filledPart(part, byPart.get(partKey(key, index)) ?? [], given.at),
    )
    return { ...section, subSections }
  })
  return derived({ ...survey, sections })
}

/** Returns the number of fields of such a survey: few answers may require many parts. */
export function sampleSize(form: FormDocument, answers: readonly SampleAnswer[]): number {
  const last = lastParts(answers)
  const sizes = form.sections.map(({ key, addSimilarText, fields }) =>
    addSimilarText === undefined ? fields.length : fields.length * (1 + (last.get(key) ?? 0)),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Highest part index by section key. */
function lastParts(answers: readonly SampleAnswer[]): ReadonlyMap<string, number> {
  const last = new Map<string, number>()
  for (const { section, part } of answers) last.set(section, Math.max(part, last.get(section) ?? 0))
  return last
}

/** Returns the answers of a trial survey, to fill another one. */
export function sampleAnswersIn({ sections }: Survey): readonly SampleAnswer[] {
  return sections.flatMap(({ definition, subSections }) =>
    subSections.flatMap((part, index) => {
      const place = { section: definition.key ?? '', part: index }
      const { title } = part
      const called = title.value === '' ? [] : [{ ...place, field: null, value: title.value, values: [] }]
      const given = part.answers.filter((answer) => isAnswerable(answer.field) && !isMissing(answer))
      return [
        ...called,
        ...given.map(({ field, value, values }) => ({ ...place, field: field.key ?? '', value, values })),
      ]
    }),
  )
}

/** Returns the answers with an example for each unanswered field. `today`: YYYY-MM-DD. */
export function withExamples(survey: Survey, today: string): readonly SampleAnswer[] {
  return survey.sections.flatMap(({ definition, subSections }) =>
    subSections.flatMap((part, index) =>
      part.answers
        .filter((answer) => isAnswerable(answer.field))
        .map((answer) => {
          const { value, values } = isMissing(answer) ? exampleFor(answer.field, today) : answer
          return { section: definition.key ?? '', part: index, field: answer.field.key ?? '', value, values }
        }),
    ),
  )
}

function filledPart(part: SubSection, answers: readonly SampleAnswer[], at: string): SubSection {
  if (answers.length === 0) return part
  const given = new Map(answers.map((answer) => [answer.field, answer]))
  return {
    ...part,
    title: filled(part.title, given.get(null), at),
    answers: part.answers.map((answer) => filled(answer, given.get(answer.field.key ?? ''), at)),
  }
}

function filled(answer: Answer, sample: SampleAnswer | undefined, at: string): Answer {
  if (!sample || !isAnswerable(answer.field)) return answer
  const { given } = clean(answer.field, sample)
  return given ? { ...answer, ...given, editedAt: at } : answer
}

function partKey(section: string, part: number): string {
  return `${part} ${section}`
}

function withoutPhotos(form: FormDocument): FormDocument {
  const sections = form.sections.map((section) => ({
    ...section,
    fields: section.fields.map((field) => ({ ...field, media: false })),
  }))
  return { ...form, sections }
}
