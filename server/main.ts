import { join } from 'node:path'
import { createApp } from './app.ts'
import { print } from './command.ts'
import { BadConfig, type Config, readConfig } from './config.ts'
import { makeLog, openContext } from './context-open.ts'
import { failureMessage } from './db/failure-message.ts'
import { StartFailure } from './db/start-failure.ts'
import { isUnavailable } from './db/unavailable.ts'
import { type FirstAdmin, isNew, makeFirstAdmin } from './features/accounts/first-admin.ts'
import { exportQueue } from './features/exports/queue.ts'
import { startJobs } from './features/messages/jobs.ts'
import { makeDueSample } from './features/sample/first-sample.ts'
import { markSampleDue } from './features/sample/sample-due.ts'
import { startHousekeeping } from './housekeeping.ts'
import { connectionsOf } from './http/connections.ts'
import { prepareInstallation } from './installation.ts'

/** Milliseconds for open database writes after the cut. */
const settleWithin = 5_000

const webFolder = join(import.meta.dirname, '..', 'dist', 'web')

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const { context, close } = await openContext(config, makeLog(config), (why) => {
    // Exits at once: any further write would compete with the process that serves these data now.
    process.stderr.write(`${why}\n`)
    process.exit(1)
  })
  if (config.sample && (await isNew(context))) await markSampleDue(config)
  const admin = await makeFirstAdmin(context)
  // Prints it first, so that a start that fails later (port in use) does not lose the only password.
  if (admin) print(howToSignIn(admin))
  await prepareInstallation(context)
  const app = await createApp(context, webFolder)
  await makeDueSample(app, context)
  await app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
    throw notListening(error, config)
  })
  // Counts in the background; a restore may have left files missing.
  void context.fileWatch.look()
  // Continues exports that the last stop interrupted.
  exportQueue(context).wake()
  const stopHousekeeping = startHousekeeping(context)
  const jobs = await startJobs(context)

  const parts = {
    drain: () => {
      stopHousekeeping()
      // Stops both in parallel: calls in flight may still queue messages, which the next start sends.
      return Promise.all([app.close(), jobs.stop()])
    },
    cut: () => connectionsOf(app).cut(),
    close,
  }
  const stop = onStop(parts, config.stopWithin, () => process.exit(0))
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  print(`Fieldbook is ready at ${config.publicUrl}`)
}

function howToSignIn({ email, oneTimePassword }: FirstAdmin): string {
  const password = oneTimePassword
    ? `one-time password ${oneTimePassword} (shown only this once; you choose your own when you sign in)`
    : 'password of ADMIN_PASSWORD'
  return `Sign in as ${email} with the ${password}`
}

try {
  await start()
} catch (error) {
  process.stderr.write(`${sentence(error) ?? (error instanceof Error ? error.stack : String(error))}\n`)
  process.exit(1)
}

/** Returns a sentence for a failure that an operator can fix, or null. */
function sentence(error: unknown): string | null {
  if (error instanceof BadConfig || error instanceof StartFailure) return error.message
  return (
    failureMessage(error) ?? (isUnavailable(error) ? `The database does not answer: ${String(error)}` : null)
  )
}

/** Explains a port or address that cannot be used, and names the setting to change. */
function notListening(error: unknown, { port, host }: Config): unknown {
  if (!(error instanceof Error && 'syscall' in error && error.syscall === 'listen' && 'code' in error))
    return error
  const sentences = new Map<unknown, string>([
    [
      'EADDRINUSE',
      `Port ${port} is taken by another program. Stop that program, or set PORT to one that is free.`,
    ],
    [
      'EACCES',
      `This user may not listen on port ${port}. Set PORT to a number above 1023 and put a proxy in front.`,
    ],
    ['EADDRNOTAVAIL', `This machine has no address ${host}. Set HOST to one that it has.`],
  ])
  return new StartFailure(sentences.get(error.code) ?? error.message)
}

interface Stopping {
  /** Accepts no more calls and waits for those in flight. */
  drain(): Promise<unknown>
  /** Cuts calls that are still running. */
  cut(): void
  /** Closes the resources that the calls used. */
  close(): Promise<void>
}

/**
 * Returns the handler of a stop signal. Calls in flight get `within` milliseconds and are then cut; a second
 * signal cuts at once. `exit` is always called, even if a client or the database stalls.
 */
function onStop(parts: Stopping, within: number, exit: () => void): () => void {
  const cut = new AbortController()
  let stopping = false
  return () => {
    if (stopping) {
      cut.abort()
      return
    }
    stopping = true
    const timer = setTimeout(() => cut.abort(), within)
    void stop(parts, cut.signal).finally(() => {
      clearTimeout(timer)
      exit()
    })
  }
}

async function stop({ drain, cut, close }: Stopping, signal: AbortSignal): Promise<void> {
  await Promise.race([drain().catch(() => undefined), aborted(signal)])
  cut()
  const closing = close().catch(() => undefined)
  if (!signal.aborted) await Promise.race([closing, aborted(signal)])
  // PostgreSQL continues without this process; its guard has asked it to stop.
  await Promise.race([closing, after(settleWithin)])
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

function after(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })
}
