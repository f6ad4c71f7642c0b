import { Readable } from 'node:stream'
import type { Language } from '#contract/messages/language.ts'
import type { TemplateEvent } from '#contract/surveys/survey-events.ts'

/** Unread bytes at which a reader counts as one who does not read. */
const backlog = 256 * 1024

export interface Reader {
  readonly surveyId: string
  readonly accountId: string
  readonly sessionId: string
  readonly language: Language
}

/** One open stream of server-sent events, and how far it has come. */
export class EventStream {
  readonly reader: Reader
  readonly out = new Readable({ read: () => {} })
  /** Everything up to this event has been sent, or was the reader's own; null before the beginning is known. */
  at: number | null = null
  private over = false

  constructor(reader: Reader) {
    this.reader = reader
  }

  get isOpen(): boolean {
    return !this.over && !this.out.destroyed
  }

  send(event: 'open' | 'answers' | 'survey' | 'gone', id: number, data: object): void {
    this.at = id
    this.write(`event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  /** What has no place among the survey's own changes: where the stream has come to stays what it is. */
  writeTemplateEvent(event: TemplateEvent): void {
    if (this.at !== null) this.write(`event: ${event}\ndata: {}\n\n`)
  }

  /** Tells whatever stands between that this connection lives, and finds those that do not. */
  beat(): void {
    this.write(':\n\n')
  }

  end(): void {
    if (this.isOpen) this.out.push(null)
    this.over = true
  }

  /**
   * Without waiting for who has not read what was said: a stop of the server would wait too. One that has not begun
   * has nothing to be read, and destroyed before its head is sent it would be told as a failure of the server.
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
