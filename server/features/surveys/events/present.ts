import type { AnswersChanged, SurveyChanged } from '#contract/surveys/survey-events.ts'
import { inLanguage } from '#server/language.ts'
import { progressTextOf } from '#survey/progress.ts'
import type { ChangedAnswer, EditedSurvey, EventRow } from './data.ts'
import type { EventStream } from './stream.ts'

/** Events of a survey, with current values. */
export interface Changes {
  readonly survey: EditedSurvey
  readonly events: readonly EventRow[]
  /** By id; null if there are so many that the survey should be read again. */
  readonly answers: ReadonlyMap<string, ChangedAnswer> | null
}

/** Sends a reader all events that are new to it and not its own, as one. */
export function writeChanges(stream: EventStream, { survey, events, answers }: Changes): void {
  const fresh = events.filter(({ id }) => id > (stream.at ?? 0))
  const last = fresh.at(-1)
  if (!last) return
  stream.at = last.id
  const others = fresh.filter(({ sessionId }) => sessionId !== stream.reader.sessionId)
  if (others.length === 0) return
  const last_edited = survey.lastEdited.toISOString()
  if (answers === null || others.some(({ kind }) => kind !== 'answers')) {
    stream.send('survey', last.id, { last_edited } satisfies SurveyChanged)
    return
  }
  const ids = new Set(others.flatMap((event) => event.answers))
  const changed = [...ids].flatMap((id) => answers.get(id) ?? [])
  const status = survey.status === 'Completed' ? 'Completed' : 'Started'
  const share = { filled: survey.filled, total: survey.fillable }
  const data: AnswersChanged = {
    answers: changed.map(presentAnswer),
    progress: inLanguage(stream.reader.language, () => progressTextOf(status, share)),
    last_edited,
  }
  stream.send('answers', last.id, data)
}

function presentAnswer(row: ChangedAnswer): AnswersChanged['answers'][number] {
  return {
    id: row.id,
    field_value: row.value,
    field_value_multiple: row.values,
    revision: row.revision,
    edited_at: row.editedAt?.toISOString() ?? null,
    copied_from: row.copiedFrom,
    edited_by: row.editor,
  }
}
