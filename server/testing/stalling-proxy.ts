import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { promisify } from 'node:util'

/** Pauses a process and its children (SIGSTOP); returns the function that resumes them. */
export async function pauseWithChildren(pid: number): Promise<() => void> {
  process.kill(pid, 'SIGSTOP')
  const paused = [pid, ...(await childrenOf(pid))]
  for (const one of paused) signal(one, 'SIGSTOP')
  return () => {
    for (const one of paused) signal(one, 'SIGCONT')
  }
}

async function childrenOf(pid: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid='])
  const rows = stdout.trim().split('\n')
  return rows
    .map((row) => row.trim().split(/\s+/).map(Number))
    .flatMap(([own = 0, of]) => (of === pid ? [own] : []))
}

/** Ignores processes that have just exited. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

export interface StallingProxy {
  /** Address of the database through this proxy. */
  readonly url: string
  /** Drops all bytes in both directions without closing connections. */
  swallow(what?: 'all' | 'open' | 'answers to commits'): void
  /** New connections work again; dropped bytes stay lost. */
  resume(): void
  /** Number of open connections. */
  count(): number
  close(): Promise<void>
}

interface Passing {
  readonly ends: readonly [Socket, Socket]
  dead: boolean
}

/** Opens a proxy to a database that a test can make unresponsive. */
export async function stallingProxy(databaseUrl: string): Promise<StallingProxy> {
  const given = new URL(databaseUrl.replace('postgresql:///', 'postgresql://localhost/'))
  const path = `${given.searchParams.get('host')}/.s.PGSQL.5432`
  const passing = new Set<Passing>()
  let deaf = false
  let losesCommits = false

  const server = createServer((near) => {
    const far = connect(path)
    const one: Passing = { ends: [near, far], dead: deaf }
    passing.add(one)
    let isLost = false
    near.on('data', (bytes) => {
      if (one.dead) return
      if (losesCommits && bytes.includes('commit\0')) isLost = true
      far.write(bytes)
    })
    far.on('data', (bytes) => {
      if (!one.dead && !isLost) near.write(bytes)
    })
    for (const end of one.ends) {
      end.on('error', () => {})
      end.on('close', () => {
        passing.delete(one)
        // A close on a dead connection does not reach the other end.
        if (!one.dead && !isLost) for (const other of one.ends) other.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const url = `postgresql://${given.searchParams.get('user')}@127.0.0.1:${port}${given.pathname}`
  return {
    url,
    swallow: (what = 'all') => {
      losesCommits = what === 'answers to commits'
      if (losesCommits) return
      deaf = what === 'all'
      for (const one of passing) one.dead = true
    },
    resume: () => {
      deaf = false
      losesCommits = false
    },
    count: () => passing.size,
    close: async () => {
      for (const { ends } of passing) for (const end of ends) end.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
