import { type ChildProcess, spawn } from 'node:child_process'

interface How {
  /** What ends the program at once, and whatever it has started. */
  readonly signal?: 'KILL' | 'TERM' | 'QUIT'
  /** It has a process group of its own, which ends with it. */
  readonly group?: boolean
}

/**
 * The program ends with this process, also where a test run is cut off in its middle: a shell waits for the end of a
 * pipe that closes with this process, however that ends, and signals the program then.
 */
export function endTogether(child: ChildProcess, { signal = 'KILL', group = false }: How = {}): void {
  const { pid } = child
  if (pid === undefined) return
  const target = String(group ? -pid : pid)
  // In a session of its own: what a terminal sends to this process does not reach it.
  const guard = spawn('/bin/sh', ['-c', 'read -r _; kill -s "$1" -- "$2"', 'guard', signal, target], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  guard.on('error', () => {})
  guard.stdin.on('error', () => {})
  guard.unref()
  // A pipe is a socket to Node, which would keep the process alive.
  if ('unref' in guard.stdin && typeof guard.stdin.unref === 'function') guard.stdin.unref()
  // Its number may be another program's by the time that this process ends.
  child.once('exit', () => guard.kill('SIGKILL'))
}
