import pg from 'pg'
import type { Context } from '#server/context.ts'
import { answersWithin, endConnection } from './connection.ts'

const firstWait = 250
const longestWait = 10_000
/** A network that swallows everything says nothing: a connection is only good while it answers. */
const askEvery = 10_000
const answerWithin = 5_000

interface Listener {
  /** Under this name the database lists the connection, and the log its losses. */
  readonly name: string
  onPayload(payload: string): void
  /** Listening has begun, for the first time or again: what was told meanwhile was not heard. */
  onListening(): void
}

/** Listens on a channel by a connection of its own until it is closed, however often the connection is lost. */
export class Listening {
  private readonly context: Context
  private readonly channel: string
  private readonly listener: Listener
  private client: pg.Client | null = null
  private timer: NodeJS.Timeout | undefined
  private asking: NodeJS.Timeout | undefined
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
    clearTimeout(this.asking)
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
    this.asking = setTimeout(async () => {
      if (await answersWithin(client.query('select 1'), answerWithin)) {
        if (this.client === client && !this.closed) this.askLater(client)
      } else this.lost(client, 'no answer')
    }, askEvery).unref()
  }

  /** A lost connection tells of it more than once. */
  private lost(client: pg.Client, reason: string): void {
    if (this.client !== client) return
    this.client = null
    clearTimeout(this.asking)
    void endConnection(client)
    if (this.closed) return
    this.context.log.warn({ reason, name: this.listener.name }, 'The connection that listens was lost')
    this.timer = setTimeout(() => void this.connect(), this.wait * (0.5 + Math.random()))
    this.wait = Math.min(longestWait, this.wait * 2)
  }
}
