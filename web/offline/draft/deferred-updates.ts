import type { RemoteAnswer } from '#survey/apply-remote-answers.ts'
import { applyRemoteAnswers } from '#survey/apply-remote-answers.ts'
import { changeAnswer } from '#survey/edit/change.ts'
import type { Edit } from '#survey/edit/edit.ts'
import type { AnswerValue } from '#survey/fields/kind.ts'
import { sameAnswerValue } from '#survey/fields/registry.ts'
import { findAnswer } from '#survey/navigation.ts'
import type { Answer, Survey } from '#survey/survey.ts'

/** Browsers that hide from trackers round the time; a clock that is further ahead was put back since. */
const coarsest = 1_000

/**
 * Which fields keep what they show when somebody else's answer comes: the one that has the focus, and those with words
 * that the server has not answered yet. What came for them waits until they let go.
 */
export class DeferredUpdates {
  #held = new Set<string>()
  /** When what is not answered yet was given, by the answer's id. */
  #unsent = new Map<string, string>()
  #late = new Map<string, RemoteAnswer>()

  hold(id: string): void {
    this.#held.add(id)
  }

  letGo(id: string): void {
    this.#held.delete(id)
  }

  /** When words that are given now count as given: never the moment of those before them, however coarse the clock. */
  momentOf(id: string, now: Date): string {
    const last = Date.parse(this.#unsent.get(id) ?? '')
    const ahead = last - now.getTime()
    return new Date(ahead >= 0 && ahead < coarsest ? last + 1 : now).toISOString()
  }

  typed(id: string, at: string): void {
    this.#unsent.set(id, at)
  }

  /** What was given at this time is on the server; words that came after it wait for an answer of their own. */
  answered(id: string, sentAt: string | undefined): void {
    if (sentAt === undefined || this.#unsent.get(id) === sentAt) this.#unsent.delete(id)
  }

  isUnsent(id: string): boolean {
    return this.#unsent.has(id)
  }

  /** The edit of an answer that no longer says what was sent: it was typed on, and the reply must not overwrite it. */
  retyped(answer: Answer | undefined, sent: AnswerValue | undefined): readonly Edit[] {
    if (!answer || !sent || (!this.isUnsent(answer.id) && sameAnswerValue(answer, sent))) return []
    const { id: answerId, value, values, editedAt } = answer
    return [
      { kind: 'answer', subSectionId: '', answerId, value, values, baseRevision: 0, at: editedAt ?? '' },
    ]
  }

  /** As the device has it, when everything typed is there: what was refused and discarded waits no more. */
  unsent(rows: readonly { readonly id: string; readonly editedAt: string }[]): void {
    this.#unsent = new Map(rows.map(({ id, editedAt }) => [id, editedAt]))
  }

  /** Those that may be shown now; the others wait. `busy`: what else is known to be unsent. */
  sort(answers: readonly RemoteAnswer[], busy: (id: string) => boolean): readonly RemoteAnswer[] {
    const now: RemoteAnswer[] = []
    for (const answer of answers) {
      const { id, revision } = answer
      if (!this.#held.has(id) && !this.#unsent.has(id) && !busy(id)) now.push(answer)
      else if (revision > (this.#late.get(id)?.revision ?? 0)) this.#late.set(id, answer)
    }
    return now
  }

  /** What waited for these and may be shown now. */
  ready(ids: readonly string[]): readonly RemoteAnswer[] {
    return ids.flatMap((id) => {
      const late = this.#late.get(id)
      if (!late || this.#held.has(id) || this.#unsent.has(id)) return []
      this.#late.delete(id)
      return [late]
    })
  }

  /** The survey that was read from the device, but with the held fields as they are on the screen. */
  keepHeld(read: Survey, shown: Survey): Survey {
    return [...this.#held].reduce((survey, id) => {
      const [now, before] = [findAnswer(survey, id), findAnswer(shown, id)?.answer]
      if (!now || !before || this.#unsent.has(id) || now.answer.revision <= before.revision) return survey
      this.sort([{ ...now.answer, by: '' }], () => false)
      const { value, values, revision, editedAt, copiedFrom } = before
      return changeAnswer(survey, now.subSection.id, id, survey.lastEdited, (answer) => ({
        ...answer,
        value,
        values,
        revision,
        editedAt,
        copiedFrom,
      }))
    }, read)
  }
}

/** Who changed an answer while it was in sight, and when. */
export interface ChangedBy {
  readonly by: string
  readonly at: string | null
}

/** The survey with these answers, and a mark for each that now says something else. */
export function showRemoteAnswers(
  survey: Survey,
  answers: readonly RemoteAnswer[],
): { readonly survey: Survey; readonly marks: ReadonlyMap<string, ChangedBy> } {
  const after = applyRemoteAnswers(survey, answers)
  const marks = answers.flatMap(({ id, by, editedAt }) => {
    const [before, now] = [findAnswer(survey, id)?.answer, findAnswer(after, id)?.answer]
    return before && now && before !== now && by !== '' ? [[id, { by, at: editedAt }] as const] : []
  })
  return { survey: after, marks: new Map(marks) }
}
