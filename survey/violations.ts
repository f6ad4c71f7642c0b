import { t } from '#contract/messages/translate.ts'
import { isMissing, typeProblem } from './fields/registry.ts'
import { evaluate } from './logic/evaluate.ts'
import { type AnswerPlace, type Answers, EvaluationContext, type Moment, scopeAt } from './logic/scope.ts'
import { logicOf, type Rule } from './logic/template-logic.ts'
import { deviceMoment } from './logic/today.ts'
import { toBoolean } from './logic/value.ts'
import { isAnswerableNow, type Place } from './mandatory.ts'
import { optionLabel } from './option-values.ts'
import { unavailableChoices } from './options.ts'
import type { Answer, Survey } from './survey.ts'

/** An answer that violates its field's rule. It stays stored but blocks submitting. */
export interface Violation extends Place {
  readonly message: string
}

/**
 * Returns all violations of a survey. `moments` are possible values of `today()` and `now()`: a constraint
 * counts as violated only if it fails for all of them, so a server doesn't reject what was valid in the
 * surveyor's time zone.
 */
export function violationsIn(
  survey: Survey,
  moments: readonly Moment[] = [deviceMoment()],
): readonly Violation[] {
  const check = checker(survey, moments)
  return survey.sections.flatMap((section, index) =>
    section.subSections.flatMap((subSection, part) =>
      subSection.answers.flatMap((answer, field) => {
        const message = check(answer, { section: index, part, field })
        return message === null ? [] : { section, subSection, answer, message }
      }),
    ),
  )
}

/** Returns the message for this answer's violation; null if it is valid or empty. */
export function violationAt(survey: Survey, subSectionId: string, answerId: string): string | null {
  for (const [section, { subSections }] of survey.sections.entries()) {
    const part = subSections.findIndex(({ id }) => id === subSectionId)
    const answers = subSections[part]?.answers ?? []
    const field = answers.findIndex(({ id }) => id === answerId)
    const answer = answers[field]
    if (answer) return checker(survey, [deviceMoment()])(answer, { section, part, field })
  }
  return null
}

function checker(
  survey: Survey,
  moments: readonly Moment[],
): (answer: Answer, where: AnswerPlace) => string | null {
  const { constraints } = logicOf(survey.template)
  const answers: Answers = {
    timeZone: survey.timeZone,
    parts: (section) => survey.sections[section]?.subSections.length ?? 0,
    hides: (section) => survey.sections[section]?.hidden ?? false,
    at: ({ section, part, field }) => survey.sections[section]?.subSections[part]?.answers[field],
  }
  const context = new EvaluationContext()
  return (answer, where) => {
    if (!isAnswerableNow(answer) || isMissing(answer)) return null
    const problem = typeProblem(answer)
    if (problem) return t(problem.message, problem.values)
    const ousted = unavailableChoices(answer).map((option) => optionLabel(answer.field, option))
    if (ousted.length > 0) return t('expressions.notOffered', { option: ousted.join(', ') })
    const field = survey.template.sections[where.section]?.fields[where.field]
    const rule = field && constraints.get(field)
    if (!rule) return null
    const { expression } = rule.compiled
    const holds = momentsFor(rule, moments).some((moment) =>
      toBoolean(evaluate(expression, scopeAt(rule, where, answers, context, moment))),
    )
    return holds ? null : (answer.field.constraintMessage ?? t('expressions.ruleBroken'))
  }
}

/** Returns only the moments that the rule distinguishes. */
function momentsFor({ compiled }: Rule, moments: readonly Moment[]): readonly Moment[] {
  if (compiled.usesNow) return moments
  if (!compiled.usesToday) return moments.slice(0, 1)
  const byDate = new Map(moments.map((moment) => [moment.today, moment]))
  return [...byDate.values()]
}
