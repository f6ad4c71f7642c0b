import { asText, nodeOf } from '../fields/registry.ts'
import { deriveId, timeOf } from '../ids.ts'
import { labelOfValue } from '../option-values.ts'
import type { Answer } from '../survey.ts'
import { clockText } from '../time-zone.ts'
import type { Scope } from './evaluate.ts'
import { PatternBudget } from './pattern.ts'
import { partKey, type Rule, type Source } from './template-logic.ts'
import { type AnswerNode, noNode } from './value.ts'

export interface AnswerPlace {
  readonly section: number
  readonly part: number
  readonly field: number
}

/**
 * Access to answers by index: sections and fields as in the template, parts (sub-sections) within their
 * section.
 */
export interface Answers {
  parts(section: number): number
  /** Whether a condition hides the whole section, and with it all its answers. */
  hides(section: number): boolean
  at(place: AnswerPlace): Answer | undefined
  /** The survey's time zone; null = UTC. */
  readonly timeZone: string | null
}

/** Shared state of the rules in one evaluation. */
export class EvaluationContext {
  /** Collected lists by section and field, valid while their answers don't change. */
  readonly lists = new Map<string, readonly AnswerNode[]>()
  readonly patterns = new PatternBudget()
}

export interface Moment {
  /** YYYY-MM-DD */
  readonly today: string
  /**
   * YYYY-MM-DDTHH:mm:ss local time; null outside constraints, where `now()` is the sub-section's creation
   * time.
   */
  readonly now: string | null
}

/** Returns the scope for a rule of the field at this place. */
export function scopeAt(
  rule: Rule,
  place: AnswerPlace,
  answers: Answers,
  context: EvaluationContext,
  { today, now }: Moment,
): Scope {
  const own = answers.at(place)
  const creationTime = () => clockAt(timeOf(own?.id ?? ''), answers.timeZone)
  return {
    self: own ? nodeOf(own) : noNode,
    patterns: context.patterns,
    position: place.part + 1,
    today,
    now: () => now ?? creationTime(),
    creationTime,
    uuid: () => deriveId(own?.id ?? '', 'uuid()'),
    random: () => fractionOf(deriveId(own?.id ?? '', 'random()')),
    column: () => '',
    labelOf(key, value) {
      const field = rule.named.get(key)
      return (field && labelOfValue(field, value)) ?? ''
    },
    nodeIn(section, field, part) {
      const source = rule.sources.get(partKey(section, field))
      if (source?.kind !== 'other' || !Number.isInteger(part)) return noNode
      return shown(answers.at({ ...source, part: part - 1 }))[0] ?? noNode
    },
    nodes(key) {
      const source = rule.sources.get(key)
      if (source?.kind !== 'own') return source ? listOf(source, answers, context) : []
      return shown(answers.at({ ...place, field: source.field }))
    },
  }
}

/**
 * Returns the text of the answer that a key refers to here; '' without an answer, the reference itself if the
 * key is unknown.
 */
export function shownText(rule: Rule | null, key: string, place: AnswerPlace, answers: Answers): string {
  const source = rule?.sources.get(key)
  if (!source) return `\${${key}}`
  if (source.kind === 'parts') return ''
  const parts = source.kind === 'own' ? [place.part] : Array(answers.parts(source.section)).keys()
  const { section } = source.kind === 'own' ? place : source
  for (const part of parts) {
    const answer = answers.at({ section, part, field: source.field })
    if (answer && !answer.hidden) return asText(answer)
  }
  return ''
}

/** Converts the hashed digits of a derived id to a number in [0, 1). */
function fractionOf(id: string): number {
  return Number.parseInt(id.slice(-12), 16) / 2 ** 48
}

function clockAt(moment: Date, timeZone: string | null): string {
  return clockText(moment, timeZone).replace(' ', 'T')
}

function listOf(
  source: Exclude<Source, { kind: 'own' }>,
  answers: Answers,
  { lists }: EvaluationContext,
): readonly AnswerNode[] {
  const id = source.kind === 'parts' ? `${source.section}` : `${source.section}/${source.field}`
  const known = lists.get(id)
  if (known) return known
  const length = answers.hides(source.section) ? 0 : answers.parts(source.section)
  const parts = Array.from({ length }, (_, part) => part)
  const made =
    source.kind === 'parts'
      ? parts.map(() => noNode)
      : parts.flatMap((part) => shown(answers.at({ ...source, part })))
  lists.set(id, made)
  return made
}

/** Hidden answers keep their value but are invisible to expressions. */
function shown(answer: Answer | undefined): readonly AnswerNode[] {
  return answer === undefined || answer.hidden ? [] : [nodeOf(answer)]
}
