import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { endTogether } from './end-together.ts'

const main = join(import.meta.dirname, '..', 'main.ts')

export interface RealServer {
  /** Without a trailing slash. */
  readonly address: string
  readonly pid: number
  /** Everything that it printed so far. */
  printed(): string
  /** Its exit code, once it ends by itself or otherwise. */
  readonly ended: Promise<number | null>
  /** SIGKILL: nothing gets a chance to tidy up. */
  kill(): Promise<void>
  /** SIGTERM, as an operator stops it; gives the exit code. */
  stop(): Promise<number | null>
}

export interface StartOptions {
  readonly dataDir: string
  /** A free one where absent. */
  readonly port?: number
  readonly environment?: Readonly<Record<string, string>>
  /** SIGKILL in the middle of the start, or later. */
  readonly killed?: AbortSignal
  /** Told of the process before it is ready. */
  readonly begun?: (child: ChildProcess) => void
}

/** The program itself in a process of its own, on a port and a data folder: for what only a real process shows. */
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
  // Told of a kill by its end, as of any other.
  child.on('error', () => {})
  endTogether(child)
  options.begun?.(child)
  const lines: string[] = []
  child.stderr.on('data', (data) => lines.push(String(data)))
  await untilReady(child, lines)
  const ended = once(child, 'exit').then(([code]): number | null => (typeof code === 'number' ? code : null))
  return {
    // By name: passkeys are bound to names.
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
