import { say } from '#contract/messages/say.ts'
import { isMissing, ownProblem } from './fields/registry.ts'
import { evaluate } from './logic/evaluate.ts'
import { logicOf } from './logic/plan.ts'
import { type AnswerPlace, type Answers, type Gathered, scopeAt } from './logic/scope.ts'
import { today } from './logic/today.ts'
import { toBoolean } from './logic/value.ts'
import { isAsked, type Place } from './mandatory.ts'
import type { Answer, Survey } from './survey.ts'

/** An answer that breaks its field's rule. It is kept all the same; only the survey cannot be submitted with it. */
export interface Violation extends Place {
  readonly message: string
}

/**
 * All of a survey. `todays` are the dates that `today()` may stand for: a constraint counts as broken where it is
 * for each of them, so that a server does not refuse what was right where the surveyor stood.
 */
export function violationsIn(survey: Survey, todays: readonly string[] = [today()]): readonly Violation[] {
  const check = checker(survey, todays)
  return survey.sections.flatMap((section, index) =>
    section.subSections.flatMap((subSection, part) =>
      subSection.answers.flatMap((answer, field) => {
        const message = check(answer, { section: index, part, field })
        return message === null ? [] : { section, subSection, answer, message }
      }),
    ),
  )
}

/** What is wrong with this answer as it stands; null where nothing is, or nothing was given. */
export function violationAt(survey: Survey, subSectionId: string, answerId: string): string | null {
  for (const [section, { subSections }] of survey.sections.entries()) {
    const part = subSections.findIndex(({ id }) => id === subSectionId)
    const answers = subSections[part]?.answers ?? []
    const field = answers.findIndex(({ id }) => id === answerId)
    const answer = answers[field]
    if (answer) return checker(survey, [today()])(answer, { section, part, field })
  }
  return null
}

function checker(
  survey: Survey,
  todays: readonly string[],
): (answer: Answer, where: AnswerPlace) => string | null {
  const { constraints } = logicOf(survey.template)
  const answers: Answers = {
    parts: (section) => survey.sections[section]?.subSections.length ?? 0,
    at: ({ section, part, field }) => survey.sections[section]?.subSections[part]?.answers[field],
  }
  const gathered: Gathered = new Map()
  return (answer, where) => {
    if (!isAsked(answer) || isMissing(answer)) return null
    const problem = ownProblem(answer)
    if (problem) return say(problem.message, problem.values)
    const field = survey.template.sections[where.section]?.fields[where.field]
    const rule = field && constraints.get(field)
    if (!rule) return null
    const { expression, usesToday } = rule.compiled
    const holds = (usesToday ? todays : todays.slice(0, 1)).some((date) =>
      toBoolean(evaluate(expression, scopeAt(rule, where, answers, gathered, date))),
    )
    return holds ? null : (field.constraintMessage ?? say('expressions.ruleBroken'))
  }
}
