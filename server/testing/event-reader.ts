import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { createParser, type EventSourceMessage } from 'eventsource-parser'

/** Reads a stream of server-sent events over a real connection, as a browser does. */
export class EventReader {
  readonly response: IncomingMessage
  /** All received events, in order. */
  readonly events: EventSourceMessage[] = []
  comments = 0
  /** Settles when either side ends the stream. */
  readonly ended: Promise<unknown>
  private readonly sent: ClientRequest
  private readonly waiting = new Map<number, (event: EventSourceMessage) => void>()
  private looked = 0

  private constructor(sent: ClientRequest, response: IncomingMessage) {
    this.sent = sent
    this.response = response
    const parser = createParser({
      onEvent: (event) => {
        this.waiting.get(this.events.push(event) - 1)?.(event)
      },
      onComment: () => {
        this.comments++
      },
    })
    response.setEncoding('utf8').on('data', (text: string) => parser.feed(text))
    this.ended = once(response, 'close').catch(() => {})
  }

  static async open(url: string, headers: Readonly<Record<string, string>>): Promise<EventReader> {
    return new Promise((resolve, reject) => {
      const sent = request(url, { headers, agent: false })
      sent.on('error', reject)
      sent.on('response', (response) => resolve(new EventReader(sent, response)))
      sent.end()
    })
  }

  get status(): number {
    return this.response.statusCode ?? 0
  }

  /** Returns the next unread event with its parsed data. */
  async next() {
    const place = this.looked++
    const event =
      this.events[place] ?? (await new Promise<EventSourceMessage>((found) => this.waiting.set(place, found)))
    return { event: event.event, id: Number(event.id), data: JSON.parse(event.data) }
  }

  close(): void {
    this.sent.destroy()
  }
}
