import { answerFromDefault, isMissing } from '../fields/registry.ts'
import type { Answer, Survey } from '../survey.ts'
import type { TemplateField } from '../template.ts'
import { derived } from './derive.ts'
import { evaluate } from './evaluate.ts'
import { type AnswerPlace, type Answers, EvaluationContext, scopeAt } from './scope.ts'
import { logicOf } from './template-logic.ts'
import { toText } from './value.ts'

/**
 * Returns the survey with computed default answers filled into these sub-sections. Runs once, when
 * sub-sections are created, on the device and on the server with equal results. `today()` and `now()` are the
 * creation time in the sub-section's id, in the survey's time zone.
 */
export function withComputedDefaults(survey: Survey, partIds: ReadonlySet<string>): Survey {
  const { defaults } = logicOf(survey.template)
  if (defaults.length === 0) return survey
  const made = new Map<string, Answer>()
  const at = ({ section, part, field }: AnswerPlace) => {
    const answer = survey.sections[section]?.subSections[part]?.answers[field]
    return answer && (made.get(answer.id) ?? answer)
  }
  const parts = (section: number) => survey.sections[section]?.subSections ?? []
  const answers: Answers = {
    timeZone: survey.timeZone,
    parts: (section) => parts(section).length,
    hides: (section) => survey.sections[section]?.hidden ?? false,
    at,
  }
  for (const { section, field, rule } of defaults) {
    for (const [part, { id }] of parts(section).entries()) {
      const place = { section, part, field }
      const answer = at(place)
      if (!partIds.has(id) || !answer || answer.editedAt !== null || !isMissing(answer)) continue
      const scope = scopeAt(rule, place, answers, new EvaluationContext(), { today: '', now: null })
      const now = scope.creationTime()
      const value = evaluate(rule.compiled.expression, { ...scope, today: now.slice(0, 10), now: () => now })
      const isNothing = typeof value === 'number' && !Number.isFinite(value)
      const given = isNothing ? null : fitting(answer.field, toText(value))
      if (given) made.set(answer.id, { ...answer, ...given })
    }
  }
  if (made.size === 0) return survey
  const sections = survey.sections.map((section) => ({
    ...section,
    subSections: section.subSections.map((part) =>
      partIds.has(part.id)
        ? { ...part, answers: part.answers.map((answer) => made.get(answer.id) ?? answer) }
        : part,
    ),
  }))
  return derived({ ...survey, sections }, survey)
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/

/**
 * Returns the most precise form of a date-time that the field accepts: without seconds, its date, or its time
 * of day.
 */
function fitting(field: TemplateField, text: string) {
  const texts = moment.test(text) ? [text, text.slice(0, 16), text.slice(0, 10), text.slice(11, 16)] : [text]
  for (const one of texts) {
    const given = answerFromDefault(field, one)
    if (given) return given
  }
  return null
}
