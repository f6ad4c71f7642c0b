import { asText, nodeOf } from '../fields/registry.ts'
import { deriveId, timeOf } from '../ids.ts'
import { labelOfValue } from '../option-values.ts'
import type { Answer } from '../survey.ts'
import { clockText } from '../zoned.ts'
import type { Scope } from './evaluate.ts'
import { PatternBudget } from './pattern.ts'
import { partKey, type Rule, type Source } from './plan.ts'
import { type AnswerNode, noNode } from './value.ts'

export interface AnswerPlace {
  readonly section: number
  readonly part: number
  readonly field: number
}

/** A survey by places: of sections and fields in the template, of parts (sub-sections) in their section. */
export interface Answers {
  parts(section: number): number
  /** Whether a condition hides the whole section: then nothing in it is there. */
  hides(section: number): boolean
  at(place: AnswerPlace): Answer | undefined
  /** Whose clock counts. */
  readonly timeZone: string | null
}

/** What rules that are worked out together share. */
export class Together {
  /** Lists that were gathered, by section and field: good for as long as the answers in them stay. */
  readonly lists = new Map<string, readonly AnswerNode[]>()
  readonly patterns = new PatternBudget()
}

export interface Moment {
  /** YYYY-MM-DD */
  readonly today: string
  /** YYYY-MM-DDTHH:mm:ss by the clock there; null = as everywhere but in constraints, when the sub-section was begun. */
  readonly now: string | null
}

/** What a rule of the field at this place looks at. */
export function scopeAt(
  rule: Rule,
  place: AnswerPlace,
  answers: Answers,
  together: Together,
  { today, now }: Moment,
): Scope {
  const own = answers.at(place)
  const begun = () => clockAt(timeOf(own?.id ?? ''), answers.timeZone)
  return {
    self: own ? nodeOf(own) : noNode,
    patterns: together.patterns,
    position: place.part + 1,
    today,
    now: () => now ?? begun(),
    begun,
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
      if (source?.kind !== 'own') return source ? listOf(source, answers, together) : []
      return shown(answers.at({ ...place, field: source.field }))
    },
  }
}

/** What people read of the answer that a key stands for at this place; '' without one, the key where it is unknown. */
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

/** A number from 0 to below 1 out of the hashed digits of a derived id. */
function fractionOf(id: string): number {
  return Number.parseInt(id.slice(-12), 16) / 2 ** 48
}

function clockAt(moment: Date, timeZone: string | null): string {
  return clockText(moment, timeZone).replace(' ', 'T')
}

function listOf(
  source: Exclude<Source, { kind: 'own' }>,
  answers: Answers,
  { lists }: Together,
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

/** A hidden answer is not there, though its value is kept. */
function shown(answer: Answer | undefined): readonly AnswerNode[] {
  return answer === undefined || answer.hidden ? [] : [nodeOf(answer)]
}
