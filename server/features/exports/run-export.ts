import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { limits } from '#contract/limits.ts'
import { type FileStore, type TempBytes, TooLarge } from '#server/files/store.ts'
import { compileCacheEnv, lowerPriority } from '#server/fork-isolated.ts'
import type { ExportOrder, FromWriter } from './protocol.ts'

export interface WrittenExport extends Extract<FromWriter, { kind: 'done' }> {
  readonly temp: TempBytes
}

/** The process ended with an expected reason; any other failure is thrown as it is. */
export class WriterFailed extends Error {
  readonly reason: Extract<FromWriter, { kind: 'failed' }>['reason']
  constructor({ reason, message }: Extract<FromWriter, { kind: 'failed' }>) {
    super(message)
    this.reason = reason
  }
}

interface Running {
  readonly files: FileStore
  readonly onProgress: (progress: { readonly surveys: number; readonly written: number }) => void
  /** Kills the process. */
  readonly signal: AbortSignal
}

const program = fileURLToPath(new URL('./writer-child.ts', import.meta.url))
/** Megabytes of a large survey and the writer's buffers. */
const heap = 512
/** Requests run first. */
const niceness = 10
/** Milliseconds without a report, after which the process counts as stalled. */
const longestSilence = 5 * 60_000

/**
 * Writes an export in a process of its own, so that neither its work nor its memory affects requests, and
 * receives the file. Throws the store's error, the signal's reason, or `WriterFailed`; then no bytes are left.
 */
export async function runExport(
  order: ExportOrder,
  { files, onProgress, signal }: Running,
): Promise<WrittenExport> {
  signal.throwIfAborted()
  const child = fork(program, [], {
    execArgv: [`--max-old-space-size=${heap}`],
    env: { ...driverEnv(), ...compileCacheEnv() },
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  })
  lowerPriority(child, niceness)
  const kill = () => void child.kill('SIGKILL')
  signal.addEventListener('abort', kill, { once: true })
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    // A process that could not start emits no 'exit'.
    child.once('error', () => child.pid === undefined && resolve())
  })
  try {
    const outcome = outcomeOf(child, onProgress)
    if (!child.stdout) throw new Error('The process has no output')
    const received = files.receive(child.stdout, limits.exportBytes)
    received.catch(kill)
    child.send(order)
    const result = await outcome
    // After an error the output may still be open.
    kill()
    const temp = await received
    if (!(result instanceof Error)) return { ...result, temp }
    await files.drop(temp)
    throw result
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', kill)
    kill()
    await ended
  }
}

/** Resolves to an error if the process fails or ends early. Never rejects. */
function outcomeOf(
  child: ChildProcess,
  onProgress: Running['onProgress'],
): Promise<Extract<FromWriter, { kind: 'done' }> | Error> {
  return new Promise((resolve) => {
    const silence = setTimeout(
      () => resolve(new Error('The process reported nothing for minutes')),
      longestSilence,
    ).unref()
    child.on('exit', () => clearTimeout(silence))
    child.on('message', (message: FromWriter) => {
      silence.refresh()
      if (message.kind === 'progress') onProgress(message)
      else resolve(message.kind === 'done' ? message : new WriterFailed(message))
    })
    child.on('error', resolve)
    // A process out of memory ends by a signal.
    child.on('exit', (code, signal) =>
      resolve(
        signal === null
          ? new Error(`The process ended with ${code}`)
          : new TooLarge(`The process was ended by ${signal}`),
      ),
    )
  })
}

/** The variables that the database's driver reads, for certificates and passwords. */
function driverEnv(): NodeJS.ProcessEnv {
  const named = Object.entries(process.env).filter(([name]) =>
    /^(PG\w+|HOME|NODE_EXTRA_CA_CERTS)$/.test(name),
  )
  return Object.fromEntries(named)
}
