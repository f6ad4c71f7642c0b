import type { Readable } from 'node:stream'
import { limits } from '#contract/limits.ts'
import { templateEvents } from '#contract/surveys/survey-events.ts'
import type { Context } from '#server/context.ts'
import { accessEvent, ChannelListener, eventChannel } from '#server/db/notifications.ts'
import { findLiveSessions } from '#server/features/accounts/sessions/data.ts'
import {
  answersAtOnce,
  type ChangedAnswer,
  type EventRow,
  findPlace,
  findReaders,
  readAtOnce,
  readChanged,
  readEdited,
  readEvents,
} from './data.ts'
import { type Changes, EventStream, namedBy, type StreamReader, writeChanges } from './stream.ts'

/**
 * Interval of heartbeats: shorter than proxy timeouts, and than the time within which ended access must end
 * here.
 */
const beatEvery = 20_000
/**
 * Maximum characters of changed answers in one event. A slow phone would be cut while reading a longer one, and
 * reconnect for the same again. Smaller than the unread backlog (stream.ts) in any script.
 */
const textAtOnce = 32 * 1024

/** The streams of one survey, which share one read per round. */
interface Watched {
  readonly streams: Set<EventStream>
  reading: boolean
  /** A notification arrived while the last round was reading. */
  again: boolean
}

/** All open streams of this process. */
export class LiveEvents {
  private readonly context: Context
  private readonly surveys = new Map<string, Watched>()
  private readonly perShare = new Map<string, number>()
  private listening: ChannelListener | null = null
  private timer: NodeJS.Timeout | undefined
  private proving: Promise<void> | null = null
  private ended = false

  constructor(context: Context) {
    this.context = context
  }

  get isEnding(): boolean {
    return this.ended
  }

  get count(): number {
    return [...this.perShare.values()].reduce((sum, one) => sum + one, 0)
  }

  /**
   * Whether another stream may be opened. If not, closes an earlier stream of the same session and survey,
   * which a reconnecting device has lost. Streams that have not started were not lost, so many simultaneous
   * ones are rejected.
   */
  makeRoom({ surveyId, share, sessionId }: StreamReader): boolean {
    if ((this.perShare.get(share) ?? 0) < limits.eventStreamsPerAccount) return true
    const streams = [...(this.surveys.get(surveyId)?.streams ?? [])]
    const earlier = streams.find(
      ({ reader, isOpen, at }) => isOpen && at !== null && reader.sessionId === sessionId,
    )
    earlier?.cut()
    return earlier !== undefined
  }

  /** Opens a stream of events after `lastId`, or from now on. The caller is authorized to read the survey. */
  open(reader: StreamReader, lastId: number | null): Readable {
    const stream = new EventStream(reader)
    if (this.ended) stream.end()
    else {
      this.add(stream)
      void this.begin(stream, lastId)
    }
    return stream.out
  }

  /** Sends a heartbeat on every stream and checks that its reader still has access. */
  async beat(): Promise<void> {
    for (const { streams } of this.surveys.values()) for (const stream of streams) stream.beat()
    // With a database too slow for the last check, do not start another one beside it.
    this.proving ??= this.readAll().finally(() => {
      this.proving = null
    })
    await this.proving
  }

  /** Ends all streams at a stop of the server; readers reconnect to the next one. */
  async end(): Promise<void> {
    this.ended = true
    clearInterval(this.timer)
    for (const { streams } of this.surveys.values()) for (const stream of streams) stream.cut()
    await this.listening?.close()
  }

  private add(stream: EventStream): void {
    const { surveyId, share } = stream.reader
    const watched = this.surveys.get(surveyId) ?? { streams: new Set(), reading: false, again: false }
    watched.streams.add(stream)
    this.surveys.set(surveyId, watched)
    this.perShare.set(share, (this.perShare.get(share) ?? 0) + 1)
    stream.out.once('close', () => this.remove(stream, watched))
    this.listening ??= new ChannelListener(this.context, eventChannel, {
      name: 'fieldbook-events',
      onPayload: (payload) => this.onNotification(payload),
      onListening: () => void this.readAll(),
    })
    this.timer ??= setInterval(() => void this.beat(), beatEvery).unref()
  }

  private onNotification(payload: string): void {
    const event = templateEvents.find((one) => one === payload)
    if (payload === accessEvent) void this.readAll()
    else if (!event) void this.read(payload)
    else
      for (const { streams } of this.surveys.values())
        for (const stream of streams) stream.writeTemplateEvent(event)
  }

  private remove(stream: EventStream, watched: Watched): void {
    const { surveyId, share } = stream.reader
    watched.streams.delete(stream)
    if (watched.streams.size === 0 && this.surveys.get(surveyId) === watched) this.surveys.delete(surveyId)
    const left = (this.perShare.get(share) ?? 1) - 1
    if (left > 0) this.perShare.set(share, left)
    else this.perShare.delete(share)
  }

  private async begin(stream: EventStream, lastId: number | null): Promise<void> {
    const { db, log } = this.context
    const { surveyId } = stream.reader
    try {
      const { latest, known } = await findPlace(db, surveyId, lastId ?? 0)
      const missed = lastId !== null && !known
      stream.send('open', lastId === null || missed ? latest : lastId, {})
      const survey = missed ? await readEdited(db, surveyId) : undefined
      if (survey) stream.send('survey', latest, { last_edited: survey.lastEdited.toISOString() })
      await this.read(surveyId)
    } catch (error) {
      log.warn({ err: error }, 'Live changes: a stream could not begin')
      stream.end()
    }
  }

  private async readAll(): Promise<void> {
    for (const surveyId of [...this.surveys.keys()]) await this.read(surveyId)
  }

  /**
   * Reads a survey's changes. A failure (database unavailable) is retried with the next notification or
   * heartbeat.
   */
  private async read(surveyId: string): Promise<void> {
    const watched = this.surveys.get(surveyId)
    if (!watched) return
    watched.again = true
    if (watched.reading) return
    watched.reading = true
    try {
      while (watched.again && !this.ended) {
        watched.again = false
        await this.round(surveyId, watched)
      }
    } catch (error) {
      this.context.log.warn({ err: error }, 'Live changes could not be read')
    } finally {
      watched.reading = false
    }
  }

  private async round(surveyId: string, watched: Watched): Promise<void> {
    const streams = [...watched.streams].filter(({ at }) => at !== null)
    if (streams.length === 0) return
    const from = Math.min(...streams.map(({ at }) => at ?? 0))
    const events = await readEvents(this.context.db, surveyId, from)
    const changes = await this.changesOf(surveyId, events)
    // Last, right before anything is sent.
    const { sessions, readers } = await this.allowed(surveyId, streams)
    for (const stream of streams) {
      const { sessionId } = stream.reader
      // Reveals nothing about the survey: a reader without a session is told to log in when it reconnects.
      if (!sessions.has(sessionId)) stream.end()
      else if (changes && readers.has(sessionId)) writeChanges(stream, changes)
      else {
        stream.send('gone', events.at(-1)?.id ?? stream.at ?? 0, {})
        stream.end()
      }
    }
    if (events.length >= readAtOnce) watched.again = true
  }

  /** Reads current values once for all streams; null if the survey is deleted. */
  private async changesOf(surveyId: string, events: readonly EventRow[]): Promise<Changes | null> {
    const { db } = this.context
    const survey = await readEdited(db, surveyId)
    if (!survey) return null
    const ids = [...namedBy(events, 'answers')]
    if (ids.length > answersAtOnce) return { survey, events, answers: null }
    const answers = ids.length === 0 ? [] : await readChanged(db, surveyId, ids)
    const isLong = lengthOf(answers) > textAtOnce
    return { survey, events, answers: isLong ? null : new Map(answers.map((one) => [one.id, one])) }
  }

  /** Returns the valid sessions among the readers, and those that may read this survey. */
  private async allowed(surveyId: string, streams: readonly EventStream[]) {
    const { db, clock, config } = this.context
    const readers = streams.map(({ reader }) => reader)
    const sessions = readers.map(({ sessionId }) => sessionId)
    return {
      sessions: await findLiveSessions(db, sessions, clock(), config.sessionIdle),
      readers: await findReaders(db, surveyId, readers),
    }
  }
}

function lengthOf(answers: readonly ChangedAnswer[]): number {
  return answers.reduce((sum, { value, values }) => sum + value.length + values.join('').length, 0)
}

const all = new WeakMap<Context, LiveEvents>()

/** Returns the streams of this process: one instance per running server. */
export function liveEvents(context: Context): LiveEvents {
  const known = all.get(context) ?? new LiveEvents(context)
  all.set(context, known)
  return known
}
