import { type Answer, everyAnswer, type SubSection, type Survey } from '#survey/survey.ts'

/**
 * Answers and sub-sections of an open survey by id. Taking in the survey after a keystroke looks only into what
 * is another object than before.
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

  /** Ids of the answers and sub-sections that changed, came or went. */
  take(after: Survey): readonly string[] {
    const before = this.#survey?.sections ?? []
    this.#survey = after
    const changed: string[] = []
    for (const [place, section] of after.sections.entries()) {
      const old = before[place]
      if (old === section) continue
      const ids = new Set(section.subSections.map(({ id }) => id))
      for (const part of old?.subSections ?? []) if (!ids.has(part.id)) this.#drop(part, changed)
      for (const part of section.subSections) this.#takePart(part, changed)
    }
    return changed
  }

  #takePart(part: SubSection, changed: string[]): void {
    if (this.#parts.get(part.id) === part) return
    this.#parts.set(part.id, part)
    changed.push(part.id)
    for (const answer of everyAnswer(part)) {
      if (this.#answers.get(answer.id) === answer) continue
      this.#answers.set(answer.id, answer)
      changed.push(answer.id)
    }
  }

  #drop(part: SubSection, changed: string[]): void {
    this.#parts.delete(part.id)
    changed.push(part.id)
    for (const { id } of everyAnswer(part)) {
      this.#answers.delete(id)
      changed.push(id)
    }
  }
}
