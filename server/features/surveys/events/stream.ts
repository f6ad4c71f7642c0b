import { Readable } from 'node:stream'
import { limits } from '#contract/limits.ts'
import type { Language } from '#contract/messages/language.ts'
import type { AnswersChanged, SurveyChanged, TemplateEvent } from '#contract/surveys/survey-events.ts'
import { inLanguage } from '#server/language.ts'
import { progressTextOf } from '#survey/progress.ts'
import type { Reader } from '../access.ts'
import type { ChangedAnswer, EditedSurvey, EventRow } from './data.ts'

/** Unread bytes at which a reader counts as stalled. */
const backlog = 256 * 1024

export interface StreamReader extends Reader {
  readonly surveyId: string
  /** The name under which its open streams are counted (`shareOf`). */
  readonly share: string
  readonly sessionId: string
  readonly language: Language
}

/** One open stream of server-sent events, with its position. */
export class EventStream {
  readonly reader: StreamReader
  readonly out = new Readable({ read: () => {} })
  /** All events up to this one were sent or are the reader's own; null before the start is known. */
  at: number | null = null
  private over = false

  constructor(reader: StreamReader) {
    this.reader = reader
  }

  get isOpen(): boolean {
    return !this.over && !this.out.destroyed
  }

  /** `id`: null if another event follows at once. A reader that misses that one asks for both again. */
  send(event: 'open' | 'answers' | 'survey' | 'gone', id: number | null, data: object): void {
    this.at = id ?? this.at
    const place = id === null ? '' : `id: ${id}\n`
    this.write(`event: ${event}\n${place}data: ${JSON.stringify(data)}\n\n`)
  }

  /** Sends an event outside the survey's own changes; the position stays. */
  writeTemplateEvent(event: TemplateEvent): void {
    if (this.at !== null) this.write(`event: ${event}\ndata: {}\n\n`)
  }

  /** Shows proxies that this connection is alive, and detects dead ones. */
  beat(): void {
    this.write(':\n\n')
  }

  end(): void {
    if (this.isOpen) this.out.push(null)
    this.over = true
  }

  /**
   * Closes without waiting for unread events, so that a stop of the server does not wait either. A stream that
   * has not started is ended instead: destroying it before its headers would count as a server failure.
   */
  cut(): void {
    if (this.at === null) {
      this.end()
      return
    }
    this.over = true
    this.out.destroy()
  }

  private write(text: string): void {
    if (!this.isOpen) return
    if (this.out.readableLength > backlog) this.out.destroy()
    else this.out.push(text)
  }
}

/** Events of a survey, with current values. */
export interface Changes {
  readonly survey: EditedSurvey
  readonly events: readonly EventRow[]
  /** By id; null if there are so many that the survey should be read again. */
  readonly answers: ReadonlyMap<string, ChangedAnswer> | null
}

/** Returns the answers named by the events of a kind. */
export function namedBy(events: readonly EventRow[], named: 'answers' | 'media'): ReadonlySet<string> {
  return new Set(events.flatMap(({ kind, answers }) => (kind === named ? answers : [])))
}

/** Sends a reader all events that are new to it and not its own, as at most two: values, then files. */
export function writeChanges(stream: EventStream, { survey, events, answers }: Changes): void {
  const fresh = events.filter(({ id }) => id > (stream.at ?? 0))
  const last = fresh.at(-1)
  if (!last) return
  stream.at = last.id
  const others = fresh.filter(({ sessionId }) => sessionId !== stream.reader.sessionId)
  if (others.length === 0) return
  const last_edited = survey.lastEdited.toISOString()
  const [values, files] = [namedBy(others, 'answers'), [...namedBy(others, 'media')]]
  const isOther = others.some(({ kind }) => kind !== 'answers' && kind !== 'media')
  if (answers === null || isOther || files.length > limits.changedFilesMax) {
    stream.send('survey', last.id, { last_edited } satisfies SurveyChanged)
    return
  }
  if (values.size > 0) {
    const changed = [...values].flatMap((id) => answers.get(id) ?? [])
    const progress = progressFor(stream.reader, survey)
    const data: AnswersChanged = { answers: changed.map(presentAnswer), progress, last_edited }
    stream.send('answers', files.length > 0 ? null : last.id, data)
  }
  if (files.length > 0) stream.send('survey', last.id, { last_edited, files } satisfies SurveyChanged)
}

function progressFor({ language }: StreamReader, { status, filled, fillable }: EditedSurvey): string {
  return inLanguage(language, () => progressTextOf(status, { filled, total: fillable }))
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
