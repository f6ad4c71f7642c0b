import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { endWithParent } from './end-with-parent.ts'

const main = join(import.meta.dirname, '..', 'main.ts')

export interface RealServer {
  /** Without a trailing slash. */
  readonly address: string
  readonly pid: number
  /** Its output so far. */
  printed(): string
  /** Resolves to its exit code. */
  readonly ended: Promise<number | null>
  /** SIGKILL: no cleanup runs. */
  kill(): Promise<void>
  /** SIGTERM, as an operator stops it; returns the exit code. */
  stop(): Promise<number | null>
}

export interface StartOptions {
  readonly dataDir: string
  /** Default: a free port. */
  readonly port?: number
  readonly environment?: Readonly<Record<string, string>>
  /** Kills the server with SIGKILL, also during the start. */
  readonly killed?: AbortSignal
  /** Called with the process before it is ready. */
  readonly begun?: (child: ChildProcess) => void
}

/**
 * Starts the program in its own process with its own port and data folder, for tests that need a real
 * process.
 */
export async function startServer(options: StartOptions): Promise<RealServer> {
  const port = options.port ?? (await freePort())
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      SAMPLE: '0',
      HOST: '127.0.0.1',
      ...options.environment,
      DATA_DIR: options.dataDir,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    killSignal: 'SIGKILL',
    ...(options.killed ? { signal: options.killed } : {}),
  })
  // Its exit event reports a kill too.
  child.on('error', () => {})
  endWithParent(child)
  options.begun?.(child)
  const lines: string[] = []
  child.stderr.on('data', (data) => lines.push(String(data)))
  await untilReady(child, lines)
  const ended = once(child, 'exit').then(([code]): number | null => (typeof code === 'number' ? code : null))
  return {
    // By name, since passkeys are bound to names.
    address: `http://localhost:${port}`,
    pid: child.pid ?? 0,
    printed: () => lines.join('\n'),
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
    stop: async () => {
      child.kill('SIGTERM')
      return ended
    },
    ended,
  }
}

async function untilReady(child: ChildProcess, lines: string[]): Promise<void> {
  await new Promise<void>((ready, failed) => {
    child.once('exit', (code) => failed(new Error(`The server ended with ${code}: ${lines.join('\n')}`)))
    if (!child.stdout) return
    createInterface(child.stdout).on('line', (line) => {
      lines.push(line)
      if (line.includes('is ready at')) ready()
    })
  })
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('No port')
  return address.port
}
