import { sql } from 'kysely'
import { type JobInsert, PgBoss } from 'pg-boss'
import type { Context } from '#server/context.ts'
import { StartFailure } from '#server/db/start-failure.ts'
import { longestWait } from './back-off.ts'
import { type Delivery, deliver } from './deliver.ts'
import { closeOverdue, settleWaits, type Waiting, waitingMessage, waitingMessages } from './delivery-data.ts'
import { smsTransport } from './sms.ts'
import { smtpTransport } from './smtp.ts'
import type { Channel, Transports } from './transport.ts'

const queue = 'messages'
const schema = 'jobs'
/** Of the trigger on the table (0005_people.sql). */
const channel = 'fieldbook_message'
const sweepEvery = 60_000
/** At a stop: a mail that is being handed over may end. */
const stopWithin = 15_000

interface Job {
  readonly id: string
  readonly attempts: number
}

export interface JobOptions {
  /** Milliseconds for one attempt to send. */
  readonly sendWithin?: number
  /** Milliseconds before the second, third … attempt. */
  readonly waits?: readonly number[]
  /** How often jobs that became due are looked for. */
  readonly pollSeconds?: number
}

export interface RunningJobs {
  /** Finds what waits without a job, and closes what is over. */
  sweep(): Promise<void>
  /** Lets what is being sent end; the rest waits for the next start. */
  stop(): Promise<void>
}

/**
 * Sends what waits in the outbox, in this process and any other on the same database. The row is the truth: a job only
 * says that one attempt is due, so one that is lost is made again, and one too many does nothing. Does nothing where
 * nothing is set up to send.
 */
export async function startJobs(context: Context, options: JobOptions = {}): Promise<RunningJobs> {
  const { sendWithin = 30_000, waits, pollSeconds = 5 } = options
  const transports = openTransports(context, sendWithin)
  const channels = (['email', 'sms'] as const).filter((one) => transports[one])
  if (channels.length === 0) return { sweep: async () => {}, stop: async () => {} }
  const boss = await startBoss(context)
  await work(boss, { context, transports, sendWithin, waits }, pollSeconds)
  const sweeping = makeSweep(context, boss, { channels, longest: longestWait(waits) })
  const listening = await boss.getDb().listen?.(
    channel,
    (id) => sweeping.run(() => sweeping.wake(id)),
    () => sweeping.run(sweeping.sweep),
  )
  const timer = setInterval(() => sweeping.run(sweeping.sweep), sweepEvery).unref()
  return {
    sweep: sweeping.sweep,
    stop: async () => {
      clearInterval(timer)
      await listening?.close()
      await sweeping.ended()
      await boss.stop({ timeout: stopWithin })
    },
  }
}

function openTransports({ config }: Context, sendWithin: number): Transports {
  return {
    ...(config.smtp ? { email: smtpTransport(config.smtp, config, sendWithin) } : {}),
    ...(config.sms ? { sms: smsTransport(config.sms, config, sendWithin) } : {}),
  }
}

async function startBoss({ connection, db, log }: Context): Promise<PgBoss> {
  // No work of the jobs takes so long: what is not answered by then was lost on the way.
  const limited = { ...connection, query_timeout: 40_000, connectionTimeoutMillis: 5_000, keepAlive: true }
  const boss = new PgBoss({
    ...(limited as ConstructorParameters<typeof PgBoss>[0] & object),
    schema,
    application_name: 'fieldbook-jobs',
    max: 3,
    useListenNotify: true,
    schedule: false,
    // Where the operator made it, the role need not have the right to make schemas.
    createSchema: !(await hasSchema(db)),
  })
  // Unheard, an error (a database that restarts) would end this process; the library goes on by itself
  // By its words alone: such an error carries its whole connection with it
  boss.on('error', ({ message }) => log.warn({ reason: message }, 'Jobs'))
  boss.on('warning', (warning) => log.info({ warning }, 'Jobs'))
  await boss.start().catch((error: unknown) => {
    throw isForbidden(error) ? new StartFailure(mayNotMake(error)) : error
  })
  await boss.createQueue(queue, {
    // One job for each attempt (its key), waiting or running
    policy: 'exclusive',
    // The next attempt is a job of its own, written down in the message's row
    retryLimit: 0,
    expireInSeconds: 600,
    retentionSeconds: 86_400,
    deleteAfterSeconds: 3_600,
    notify: true,
  })
  return boss
}

async function hasSchema(db: Context['db']): Promise<boolean> {
  const { rows } = await sql`select from pg_namespace where nspname = ${schema}`.execute(db)
  return rows.length > 0
}

function isForbidden(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === '42501'
}

function mayNotMake({ message }: Error): string {
  return `The jobs that send messages need a schema of their own, which the role of DATABASE_URL may not make (${message}). Run once as the database's administrator: create schema ${schema} authorization <that role>`
}

async function work(boss: PgBoss, delivery: Delivery, pollSeconds: number): Promise<void> {
  const { log } = delivery.context
  const options = {
    localConcurrency: 2,
    batchSize: 4,
    burstWhenBatchFull: true,
    pollingIntervalSeconds: pollSeconds,
    notifyPollingIntervalSeconds: pollSeconds,
  }
  await boss.work<Job>(queue, options, async (jobs) => {
    // Each by itself: one that goes wrong takes no other with it, and waits for the sweep
    await Promise.all(
      jobs.map(({ data }) =>
        deliver(delivery, data).catch((error: unknown) =>
          log.warn({ err: error, message: data.id }, 'Delivery'),
        ),
      ),
    )
  })
}

function makeSweep(
  { db, clock, log }: Context,
  boss: PgBoss,
  { channels, longest }: { readonly channels: readonly Channel[]; readonly longest: number },
) {
  const running = new Set<Promise<void>>()
  const enqueue = async (rows: readonly Waiting[]) => {
    await boss.insert(
      queue,
      rows.map((row) => jobOf(row, clock())),
    )
  }
  return {
    wake: async (id: string) => {
      const row = await waitingMessage(db, channels, id)
      if (row) await enqueue([row])
    },
    sweep: async () => {
      const now = clock()
      await settleWaits(db, now, longest)
      await closeOverdue(db, now)
      const soon = new Date(now.getTime() + 2 * sweepEvery)
      for await (const rows of waitingMessages(db, channels, soon)) await enqueue(rows)
    },
    /** In the background. What fails (a database that is away) comes again with the next sweep. */
    run: (task: () => Promise<void>) => {
      const run = task()
        .catch((error: unknown) => log.warn({ err: error }, 'Outbox'))
        .finally(() => running.delete(run))
      running.add(run)
    },
    ended: () => Promise.all(running),
  }
}

/** Due by the database's clock, which need not be that of `now`. */
function jobOf({ id, attempts, next_attempt_at }: Waiting, now: Date): JobInsert<Job> {
  const wait = next_attempt_at.getTime() - now.getTime()
  return {
    data: { id, attempts },
    // With the moment: one that was put off too long is a job anew.
    singletonKey: `${id}/${attempts}/${next_attempt_at.getTime()}`,
    ...(wait > 0 ? { startAfter: new Date(Date.now() + wait) } : {}),
  }
}
