import { Readable } from 'node:stream'
import type { Language } from '#contract/messages/language.ts'
import type { TemplateEvent } from '#contract/surveys/survey-events.ts'

/** Unread bytes at which a reader counts as stalled. */
const backlog = 256 * 1024

export interface Reader {
  readonly surveyId: string
  readonly accountId: string
  readonly sessionId: string
  readonly language: Language
}

/** One open stream of server-sent events, with its position. */
export class EventStream {
  readonly reader: Reader
  readonly out = new Readable({ read: () => {} })
  /** All events up to this one were sent or are the reader's own; null before the start is known. */
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
