import { isAnswerable } from '../fields/registry.ts'
import { columnOf, type Option, optionsIn } from '../option-values.ts'
import type { Offer } from '../survey.ts'
import type { Template, TemplateField } from '../template.ts'
import { evaluate, type Scope } from './evaluate.ts'
import type { AnswerPlace, Answers } from './scope.ts'
import type { Filter, Source } from './template-logic.ts'
import { toBoolean } from './value.ts'

/**
 * Returns the options that pass the field's filter. If none does, also the name of the field to answer first.
 */
export function offerOf(
  template: Template,
  filter: Filter,
  place: AnswerPlace,
  answers: Answers,
  scope: Scope,
): Offer {
  const field = template.sections[filter.section]?.fields[filter.field]
  let asked: Option | undefined
  const ofOption: Scope = { ...scope, column: (name) => (asked ? columnOf(asked, name) : '') }
  const passing = (field ? optionsIn(field) : []).filter((option) => {
    asked = option
    return toBoolean(evaluate(filter.rule.compiled.expression, ofOption))
  })
  const options = passing.map(({ id }) => id)
  return { options, after: options.length === 0 ? openField(template, filter, place, answers, scope) : null }
}

export function sameOffer(a: Offer | undefined, b: Offer | undefined): boolean {
  if (a === b) return true
  if (!a || !b || a.after !== b.after || a.options.length !== b.options.length) return false
  return a.options.every((option, index) => option === b.options[index])
}

/** Returns the name of the first unanswered field that the filter reads. */
function openField(
  template: Template,
  { section, rule }: Filter,
  { part }: AnswerPlace,
  answers: Answers,
  scope: Scope,
): string | null {
  for (const [key, source] of rule.sources) {
    const field = fieldAt(template, section, source)
    if (!field || !isAnswerable(field) || scope.nodes(key).some(({ text }) => text !== '')) continue
    const at = source.kind === 'own' ? { section, part } : { section: source.section, part: 0 }
    const answer = source.kind === 'parts' ? undefined : answers.at({ ...at, field: source.field })
    if (source.kind !== 'parts' && !answer?.hidden) return (answer?.field ?? field).name
  }
  return null
}

function fieldAt(template: Template, section: number, source: Source): TemplateField | undefined {
  if (source.kind === 'parts') return undefined
  return template.sections[source.kind === 'own' ? section : source.section]?.fields[source.field]
}
