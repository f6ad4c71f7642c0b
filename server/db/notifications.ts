import { sql } from 'kysely'
import pg from 'pg'
import type { TemplateEvent } from '#contract/surveys/survey-events.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '../context.ts'
import { endConnection, settlesWithin } from './connection.ts'

const firstWait = 250
const longestWait = 10_000
/** A dead network reports no error, so the connection is polled. */
const pollInterval = 10_000
const answerTimeout = 5_000

interface Listener {
  /** Name of the connection in the database's list and in the log. */
  readonly name: string
  onPayload(payload: string): void
  /** Listening has started or resumed. Notifications sent in between were missed. */
  onListening(): void
}

/** Listens on a channel over a dedicated connection, and reconnects until it is closed. */
export class ChannelListener {
  private readonly context: Context
  private readonly channel: string
  private readonly listener: Listener
  private client: pg.Client | null = null
  private timer: NodeJS.Timeout | undefined
  private pollTimer: NodeJS.Timeout | undefined
  private wait = firstWait
  private closed = false

  constructor(context: Context, channel: string, listener: Listener) {
    this.context = context
    this.channel = channel
    this.listener = listener
    void this.connect()
  }

  async close(): Promise<void> {
    this.closed = true
    clearTimeout(this.timer)
    clearTimeout(this.pollTimer)
    if (this.client) await endConnection(this.client)
  }

  private async connect(): Promise<void> {
    const client = new pg.Client({
      ...this.context.connection,
      application_name: this.listener.name,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    })
    this.client = client
    client.on('error', (error) => this.lost(client, error.message))
    client.on('end', () => this.lost(client, 'ended'))
    client.on('notification', ({ payload }) => this.listener.onPayload(payload ?? ''))
    try {
      await client.connect()
      await client.query(`listen ${pg.escapeIdentifier(this.channel)}`)
      this.wait = firstWait
      if (this.client !== client) return
      this.askLater(client)
      this.listener.onListening()
    } catch (error) {
      this.lost(client, error instanceof Error ? error.message : String(error))
    }
  }

  private askLater(client: pg.Client): void {
    this.pollTimer = setTimeout(async () => {
      if (await settlesWithin(client.query('select 1'), answerTimeout)) {
        if (this.client === client && !this.closed) this.askLater(client)
      } else this.lost(client, 'no answer')
    }, pollInterval).unref()
  }

  /** A lost connection can report its loss more than once. */
  private lost(client: pg.Client, reason: string): void {
    if (this.client !== client) return
    this.client = null
    clearTimeout(this.pollTimer)
    void endConnection(client)
    if (this.closed) return
    this.context.log.warn({ reason, name: this.listener.name }, 'The connection that listens was lost')
    this.timer = setTimeout(() => void this.connect(), this.wait * (0.5 + Math.random()))
    this.wait = Math.min(longestWait, this.wait * 2)
  }
}

/**
 * Channel of every process. The payload is a survey's id, a template event, or the word for changed access.
 */
export const eventChannel = 'fieldbook_survey_event'

/**
 * Notifies all open streams of a committed change to a survey. A `notify` inside the transactions would
 * serialize their commits with their disk syncs, so one notification follows for all changes made while the
 * previous one was being sent. Streams also read at every heartbeat, which covers a lost notification.
 */
export function publishSurvey(db: Db, surveyId: string): void {
  const known = unpublished.get(db)
  if (known) known.add(surveyId)
  else void publishAll(db, new Set([surveyId]))
}

const unpublished = new WeakMap<Db, Set<string>>()

async function publishAll(db: Db, first: ReadonlySet<string>): Promise<void> {
  for (let ids = first; ids.size > 0; ids = unpublished.get(db) ?? first) {
    unpublished.set(db, new Set())
    await sql`
      select set_config('synchronous_commit', 'off', true), pg_notify(${eventChannel}, id)
      from unnest(${[...ids]}::text[]) id`
      .execute(db)
      .catch(() => {})
  }
  unpublished.delete(db)
}

/** Notifies all open streams of a new choice of templates, once the transaction is committed. */
export async function publishTemplates(db: Db, event: TemplateEvent): Promise<void> {
  await sql`select pg_notify(${eventChannel}, ${event})`.execute(db)
}

/** Not a survey's id. */
export const accessEvent = 'access'

/**
 * Notifies all open streams of changed access beyond single surveys, once the transaction is committed, so
 * that revoked streams end before their next heartbeat.
 */
export async function publishAccess(db: Db): Promise<void> {
  await sql`select pg_notify(${eventChannel}, ${accessEvent})`.execute(db)
}
