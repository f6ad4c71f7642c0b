import { limits } from '#contract/limits.ts'
import { cut } from '#contract/rules/plain-text.ts'
import type { Answer, Offer, Survey } from '../survey.ts'
import { allChanged, type Changes, changesBetween } from './changes.ts'
import { evaluate, type Scope } from './evaluate.ts'
import { fillLiveTexts, type LiveField } from './live-fields.ts'
import { offerOf, sameOffer } from './offer.ts'
import { wholeSection } from './order.ts'
import {
  type AnswerPlace,
  type Answers,
  EvaluationContext,
  type Moment,
  scopeAt,
  shownText,
} from './scope.ts'
import { type Filter, logicOf, type Rule, type Step, type TemplateLogic } from './template-logic.ts'
import { today as todayHere } from './today.ts'
import { toBoolean, toText, type Value } from './value.ts'

/**
 * Surveys with up-to-date derived values, by their sections. Value: the date and time zone they were derived
 * for.
 */
const derivedOn = new WeakMap<Survey['sections'], string>()

/**
 * Returns the survey with its derived values: hidden answers, calculated values, offered options, live labels
 * (`Answer.field`) and required fields. Every function that creates or changes a survey ends with this call.
 * With `before`, only values that depend on the difference are evaluated, and unchanged answers keep their
 * identity.
 */
export function derived(survey: Survey, before: Survey | null = null, today = todayHere()): Survey {
  const logic = logicOf(survey.template)
  if (!logic.derives) return survey
  const on = `${today} ${survey.timeZone}`
  const known = before?.template === survey.template && derivedOn.get(before.sections) === on
  const changes = known ? changesBetween(before, survey) : allChanged
  const after = new Derivation(survey, logic, changes, today).run()
  derivedOn.set(after.sections, on)
  return after
}

/** Marks `to` as derived like `from`, which has equal content in other objects. */
export function inheritDerived(from: Survey, to: Survey): void {
  const on = derivedOn.get(from.sections)
  if (on !== undefined) derivedOn.set(to.sections, on)
}

class Derivation implements Answers {
  readonly #survey: Survey
  readonly #logic: TemplateLogic
  readonly #changes: Changes
  readonly #moment: Moment
  readonly #context = new EvaluationContext()
  /** Changed answers by section, part and field. */
  readonly #drafts = new Map<number, Map<number, Map<number, Answer>>>()
  /** Sections that became visible or hidden. */
  readonly #hidden = new Map<number, boolean>()

  constructor(survey: Survey, logic: TemplateLogic, changes: Changes, today: string) {
    this.#survey = survey
    this.#logic = logic
    this.#changes = changes
    this.#moment = { today, now: null }
  }

  run(): Survey {
    for (const step of this.#logic.steps) {
      if (step.field === wholeSection) this.#workSection(step)
      else this.#work(step)
    }
    for (const live of this.#logic.liveFields) this.#renew(live)
    for (const filter of this.#logic.filters) this.#offer(filter)
    if (this.#drafts.size + this.#hidden.size === 0) return this.#survey
    const sections = this.#survey.sections.map((before, index) => {
      const parts = this.#drafts.get(index)
      const hidden = this.#hidden.get(index)
      const section = hidden === undefined ? before : { ...before, hidden }
      if (!parts) return section
      const subSections = section.subSections.map((subSection, place) => {
        const drafts = parts.get(place)
        if (!drafts) return subSection
        return {
          ...subSection,
          answers: subSection.answers.map((answer, field) => drafts.get(field) ?? answer),
        }
      })
      return { ...section, subSections }
    })
    return { ...this.#survey, sections }
  }

  get timeZone(): string | null {
    return this.#survey.timeZone
  }

  parts(section: number): number {
    return this.#survey.sections[section]?.subSections.length ?? 0
  }

  hides(section: number): boolean {
    return this.#hidden.get(section) ?? this.#survey.sections[section]?.hidden ?? false
  }

  at({ section, part, field }: AnswerPlace): Answer | undefined {
    const draft = this.#drafts.get(section)?.get(part)?.get(field)
    return draft ?? this.#survey.sections[section]?.subSections[part]?.answers[field]
  }

  /** Evaluates a section's condition, once for all its sub-sections. */
  #workSection({ section, showIf, circular }: Step): void {
    if (showIf === null) return
    const ruled = { section, field: wholeSection, rules: [showIf] }
    if ([...this.#changes.partsToEvaluate(ruled, 1)].length === 0) return
    const scope = this.#scope(showIf, { section, field: wholeSection, part: 0 })
    const hidden = !circular && !toBoolean(evaluate(showIf.compiled.expression, scope))
    if (hidden === this.hides(section)) return
    this.#hidden.set(section, hidden)
    this.#changes.addSection(section)
  }

  #work(step: Step): void {
    const shared = new Map<Rule, Value>()
    const rules = [step.showIf, step.calculation].filter((rule) => rule !== null)
    for (const part of this.#changes.partsToEvaluate({ ...step, rules }, this.parts(step.section))) {
      const answer = this.at({ ...step, part })
      if (!answer) continue
      const result = (rule: Rule) => this.#result(rule, step, part, shared)
      const hidden =
        this.hides(step.section) ||
        (step.showIf !== null && !step.circular && !toBoolean(result(step.showIf)))
      const value = step.calculated ? this.#calculated(step, result) : answer.value
      if (hidden === (answer.hidden ?? false) && value === answer.value) continue
      this.#put(step, part, { ...answer, hidden, value })
    }
  }

  #calculated({ calculation, circular }: Step, result: (rule: Rule) => Value): string {
    if (!calculation || circular) return ''
    const value = result(calculation)
    if (typeof value === 'number' && !Number.isFinite(value)) return ''
    return cut(toText(value), limits.answerMax)
  }

  /** Rules that read nothing from their own sub-section have the same result in all of them. */
  #result(rule: Rule, step: Step, part: number, shared: Map<Rule, Value>): Value {
    const known = shared.get(rule)
    if (known !== undefined) return known
    const value = evaluate(rule.compiled.expression, this.#scope(rule, { ...step, part }))
    const own = rule.compiled.usesOwnPlace || [...rule.sources.values()].some(({ kind }) => kind === 'own')
    if (!own) shared.set(rule, value)
    return value
  }

  /**
   * Sub-sections with equal answers share an offer, so a list of thousands is filtered once for all of them.
   */
  #offer(filter: Filter): void {
    const { section, field, rule } = filter
    const ownKeys = [...rule.sources].flatMap(([key, { kind }]) => (kind === 'own' ? [key] : []))
    const known = new Map<string, Offer>()
    for (const part of this.#changes.partsToEvaluate(
      { section, field, rules: [rule] },
      this.parts(section),
    )) {
      const place = { section, field, part }
      const answer = this.at(place)
      if (!answer) continue
      const scope = this.#scope(rule, place)
      const seen = ownKeys.map((key) => scope.nodes(key).map(({ text, chosen }) => [text, ...chosen]))
      const id = JSON.stringify([seen, rule.compiled.usesOwnPlace ? part : 0])
      const offer = known.get(id) ?? offerOf(this.#survey.template, filter, place, this, scope)
      known.set(id, offer)
      if (!sameOffer(answer.offer, offer)) this.#put(place, part, { ...answer, offer })
    }
  }

  #renew(live: LiveField): void {
    const { section, field, requiredIf, shown } = live
    const own = this.#survey.template.sections[section]?.fields[field]
    if (!own) return
    for (const part of this.#changes.partsToEvaluate(live, this.parts(section))) {
      const place = { section, field, part }
      const answer = this.at(place)
      if (!answer) continue
      const required = requiredIf
        ? toBoolean(evaluate(requiredIf.compiled.expression, this.#scope(requiredIf, place)))
        : own.mandatory
      const now = fillLiveTexts(own, live, required, (key) => shownText(shown, key, place, this))
      if (answer.field !== now) this.#put(place, part, { ...answer, field: now })
    }
  }

  #scope(rule: Rule, place: AnswerPlace): Scope {
    return scopeAt(rule, place, this, this.#context, this.#moment)
  }

  #put({ section, field }: Pick<Step, 'section' | 'field'>, part: number, answer: Answer): void {
    const parts = this.#drafts.get(section) ?? new Map<number, Map<number, Answer>>()
    const fields = parts.get(part) ?? new Map<number, Answer>()
    this.#drafts.set(section, parts.set(part, fields.set(field, answer)))
    this.#changes.add(section, part, field)
  }
}
