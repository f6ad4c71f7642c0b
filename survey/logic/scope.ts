import type { Answer } from '../survey.ts'
import type { Scope } from './evaluate.ts'
import type { Rule, Source } from './plan.ts'
import { type AnswerNode, noNode } from './value.ts'

export interface AnswerPlace {
  readonly section: number
  readonly part: number
  readonly field: number
}

/** A survey by places: of sections and fields in the template, of parts (sub-sections) in their section. */
export interface Answers {
  parts(section: number): number
  at(place: AnswerPlace): Answer | undefined
}

/** Lists that were gathered, by section and field: good for as long as the answers in them stay. */
export type Gathered = Map<string, readonly AnswerNode[]>

/** What a rule of the field at this place looks at. */
export function scopeAt(
  rule: Rule,
  place: AnswerPlace,
  answers: Answers,
  gathered: Gathered,
  today: string,
): Scope {
  const own = answers.at(place)
  return {
    self: own ? nodeOf(own) : noNode,
    today,
    nodes(key) {
      const source = rule.sources.get(key)
      if (source?.kind !== 'own') return source ? listOf(source, answers, gathered) : []
      return shown(answers.at({ ...place, field: source.field }))
    },
  }
}

function listOf(
  source: Exclude<Source, { kind: 'own' }>,
  answers: Answers,
  gathered: Gathered,
): readonly AnswerNode[] {
  const id = source.kind === 'parts' ? `${source.section}` : `${source.section}/${source.field}`
  const known = gathered.get(id)
  if (known) return known
  const parts = Array.from({ length: answers.parts(source.section) }, (_, part) => part)
  const made =
    source.kind === 'parts'
      ? parts.map(() => noNode)
      : parts.flatMap((part) => shown(answers.at({ ...source, part })))
  gathered.set(id, made)
  return made
}

/** A hidden answer is not there, though its value is kept. */
function shown(answer: Answer | undefined): readonly AnswerNode[] {
  return answer === undefined || answer.hidden ? [] : [nodeOf(answer)]
}

function nodeOf({ field, value, values }: Answer): AnswerNode {
  if (field.type === 'checkbox') return { text: values.join(' '), chosen: values }
  const text = value.trim()
  return text === '' ? noNode : { text, chosen: [text] }
}
