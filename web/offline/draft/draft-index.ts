import { type Answer, everyAnswer, type Section, type SubSection, type Survey } from '#survey/survey.ts'

/**
 * Index of an open survey's answers and sub-sections by id. Updating it looks only into objects that changed.
 */
export class DraftIndex {
  #survey: Survey | null = null
  #answers = new Map<string, Answer>()
  #parts = new Map<string, SubSection>()

  answer(id: string): Answer | undefined {
    return this.#answers.get(id)
  }

  part(id: string): SubSection | undefined {
    return this.#parts.get(id)
  }

  /**
   * Updates the index, and returns the ids of answers and sub-sections that changed, appeared or disappeared.
   * After a move to another template version, they may be in other sections.
   */
  take(after: Survey): readonly string[] {
    const before = this.#survey?.sections ?? []
    this.#survey = after
    const [was, now] = [changedParts(before, after.sections), changedParts(after.sections, before)]
    const changed: string[] = []
    const there = new Map(now.map((part) => [part.id, part]))
    const left = new Set<string>()
    for (const part of was) {
      const kept = there.get(part.id)
      if (kept === part) continue
      for (const { id } of everyAnswer(part)) left.add(id)
      if (kept) continue
      this.#parts.delete(part.id)
      changed.push(part.id)
    }
    for (const part of now) this.#takePart(part, changed, left)
    for (const id of left) if (this.#answers.delete(id)) changed.push(id)
    return changed
  }

  #takePart(part: SubSection, changed: string[], left: Set<string>): void {
    if (this.#parts.get(part.id) === part) return
    this.#parts.set(part.id, part)
    changed.push(part.id)
    for (const answer of everyAnswer(part)) {
      left.delete(answer.id)
      if (this.#answers.get(answer.id) === answer) continue
      this.#answers.set(answer.id, answer)
      changed.push(answer.id)
    }
  }
}

/** Returns the sub-sections of sections that differ from the ones at the same position. */
function changedParts(sections: readonly Section[], others: readonly Section[]): readonly SubSection[] {
  return sections.flatMap((section, place) => (section === others[place] ? [] : section.subSections))
}
