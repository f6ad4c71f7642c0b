import { sameContent } from '../fields/registry.ts'
import type { Answer, Survey } from '../survey.ts'
import type { Rule } from './template-logic.ts'

/** A field or section of the template with the rules that affect it. */
export interface RuleTarget {
  readonly section: number
  readonly field: number
  readonly rules: readonly Rule[]
}

/** The changes of a survey that expressions can see. */
export interface Changes {
  /** Returns the sub-sections in which this field's derived state may change. */
  partsToEvaluate(target: RuleTarget, parts: number): Iterable<number>
  /** Records a changed derived answer. */
  add(section: number, part: number, field: number): void
  /** Records a section that became visible or hidden. */
  addSection(section: number): void
}

/** Treats everything as changed, for a survey without a previous state. */
export const allChanged: Changes = {
  partsToEvaluate: (_ruled, parts) => Array(parts).keys(),
  add: () => undefined,
  addSection: () => undefined,
}

/** Returns what differs between two states. Skips sections and sub-sections that are the same object. */
export function changesBetween(before: Survey, after: Survey): Changes {
  const found = new Found()
  for (const [index, section] of after.sections.entries()) {
    const old = before.sections[index]
    if (old === section) continue
    if (old?.subSections.length !== section.subSections.length) found.shapes.add(index)
    if ((old?.hidden ?? false) !== (section.hidden ?? false)) found.addSection(index)
    const known = new Map(old?.subSections.map((subSection) => [subSection.id, subSection]))
    for (const [part, subSection] of section.subSections.entries()) {
      const was = known.get(subSection.id)
      if (was === subSection) continue
      if (!was) found.shapes.add(index)
      for (const [field, answer] of subSection.answers.entries()) {
        const previous = was?.answers[field]
        if (previous === answer) continue
        if (!previous || differs(previous, answer)) found.add(index, part, field)
      }
    }
  }
  return found
}

class Found implements Changes {
  /** Sections whose sub-sections were added, removed or reordered. */
  readonly shapes = new Set<number>()
  /** Sections that became visible or hidden. */
  readonly #sections = new Set<number>()
  readonly #fields = new Set<string>()
  readonly #parts = new Map<number, Map<number, Set<number>>>()

  add(section: number, part: number, field: number): void {
    this.#fields.add(`${section}/${field}`)
    const parts = this.#parts.get(section) ?? new Map<number, Set<number>>()
    const fields = parts.get(part) ?? new Set<number>()
    this.#parts.set(section, parts.set(part, fields.add(field)))
  }

  addSection(section: number): void {
    this.shapes.add(section)
    this.#sections.add(section)
  }

  partsToEvaluate({ section, field, rules }: RuleTarget, parts: number): Iterable<number> {
    if (this.#sections.has(section)) return Array(parts).keys()
    const moved = this.shapes.has(section) && rules.some(({ compiled }) => compiled.usesPosition)
    if (moved || rules.some((rule) => this.#elsewhere(rule))) return Array(parts).keys()
    const own = [field, ...rules.flatMap(ownFields)]
    return [...(this.#parts.get(section) ?? [])].flatMap(([part, fields]) =>
      own.some((field) => fields.has(field)) ? [part] : [],
    )
  }

  #elsewhere({ sources }: Rule): boolean {
    return [...sources.values()].some(
      (source) =>
        source.kind !== 'own' &&
        (this.shapes.has(source.section) ||
          (source.kind === 'other' && this.#fields.has(`${source.section}/${source.field}`))),
    )
  }
}

function differs(previous: Answer, answer: Answer): boolean {
  return (
    previous.field !== answer.field ||
    previous.hidden !== answer.hidden ||
    previous.offer !== answer.offer ||
    !sameContent(previous, answer)
  )
}

function ownFields({ sources }: Rule): readonly number[] {
  return [...sources.values()].flatMap((source) => (source.kind === 'own' ? [source.field] : []))
}
