import type { Context } from '#server/context.ts'
import { settlesWithin } from '#server/db/connection.ts'
import { ChannelListener } from '#server/db/notifications.ts'
import { longestWait } from './back-off.ts'
import { claimEnd, deliver } from './deliver.ts'
import { claimDueMessages, closeOverdue, correctLongWaits } from './delivery-data.ts'
import { smsTransport } from './sms.ts'
import { smtpTransport } from './smtp.ts'
import type { MessageRow, Transports } from './transport.ts'

/** The channel of the table's trigger (0005_people.sql). */
const channel = 'fieldbook_message'
const sweepEvery = 60_000
/** Messages that this process sends at once. */
const atOnce = 8
/** At a stop, a mail that is being handed over gets this long to finish. */
const stopWithin = 15_000

export interface JobOptions {
  /** Milliseconds for one attempt to send. */
  readonly sendWithin?: number
  /** Milliseconds before the second, third … attempt. */
  readonly waits?: readonly number[]
  /** How often to look for messages that have become due. */
  readonly pollSeconds?: number
}

export interface RunningJobs {
  /** Closes what has expired, and begins to send what is due. */
  sweep(): Promise<void>
  /** Lets sends in progress finish; the rest waits for the next start. */
  stop(): Promise<void>
}

/**
 * Sends what is queued in the outbox, from this process and any other on the same database: the rows are the
 * queue, each claimed for one attempt. Does nothing if no way to send is set up.
 */
export async function startJobs(context: Context, options: JobOptions = {}): Promise<RunningJobs> {
  const { sendWithin = 30_000, waits, pollSeconds = 5 } = options
  const { db, clock, log } = context
  const transports = openTransports(context, sendWithin)
  const channels = (['email', 'sms'] as const).filter((one) => transports[one])
  if (channels.length === 0) return { sweep: async () => {}, stop: async () => {} }
  const sending = new Set<Promise<void>>()
  let claiming: Promise<void> | null = null
  let again = false
  let stopped = false

  function begin(row: MessageRow): void {
    const one = deliver({ context, transports, waits }, row)
      // Its claim runs out, and then it is sent again.
      .catch((error: unknown) => log.warn({ err: error, message: row.id }, 'Delivery'))
      .finally(() => {
        sending.delete(one)
        inBackground(sendDue)
      })
    sending.add(one)
  }
  async function claim(): Promise<void> {
    do {
      again = false
      const now = clock()
      const limit = atOnce - sending.size
      if (stopped || limit === 0) return
      const claimedUntil = claimEnd(now, sendWithin)
      for (const row of await claimDueMessages(db, { channels, now, claimedUntil, limit })) begin(row)
    } while (again)
  }
  /** One claim at a time; a concurrent call gets the next claim. */
  function sendDue(): Promise<void> {
    again = claiming !== null
    claiming ??= claim().finally(() => {
      claiming = null
    })
    return claiming
  }
  async function sweep(): Promise<void> {
    const now = clock()
    await correctLongWaits(db, now, longestWait(waits))
    await closeOverdue(db, now)
    await sendDue()
  }
  /** The next poll or sweep retries failures such as an unavailable database. */
  function inBackground(work: () => Promise<void>): void {
    if (!stopped) work().catch((error: unknown) => log.warn({ err: error }, 'Outbox'))
  }

  const listening = new ChannelListener(context, channel, {
    name: 'fieldbook-jobs',
    onPayload: () => inBackground(sendDue),
    onListening: () => inBackground(sweep),
  })
  const timers = [
    setInterval(() => inBackground(sendDue), pollSeconds * 1_000).unref(),
    setInterval(() => inBackground(sweep), sweepEvery).unref(),
  ]
  return {
    sweep,
    stop: async () => {
      stopped = true
      for (const timer of timers) clearInterval(timer)
      await listening.close()
      // Also sends the messages of the running claim.
      await claiming?.catch(() => undefined)
      await settlesWithin(Promise.all(sending), stopWithin)
    },
  }
}

function openTransports({ config }: Context, sendWithin: number): Transports {
  return {
    ...(config.smtp ? { email: smtpTransport(config.smtp, config, sendWithin) } : {}),
    ...(config.sms ? { sms: smsTransport(config.sms, config, sendWithin) } : {}),
  }
}
