import { type ChildProcess, spawn } from 'node:child_process'

interface How {
  /** Signal that ends the program and its children at once. */
  readonly signal?: 'KILL' | 'TERM' | 'QUIT'
  /** Whether it has its own process group, which ends with it. */
  readonly group?: boolean
}

/**
 * Ends the program with this process, even if a test run is killed: a shell waits for the end of a pipe to
 * this process, and then signals the program.
 */
export function endWithParent(child: ChildProcess, { signal = 'KILL', group = false }: How = {}): void {
  const { pid } = child
  if (pid === undefined) return
  const target = String(group ? -pid : pid)
  // In a separate session, so that a terminal's signals do not reach it.
  const guard = spawn('/bin/sh', ['-c', 'read -r _; kill -s "$1" -- "$2"', 'guard', signal, target], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  guard.on('error', () => {})
  guard.stdin.on('error', () => {})
  guard.unref()
  // Node treats a pipe as a socket that keeps the process alive.
  if ('unref' in guard.stdin && typeof guard.stdin.unref === 'function') guard.stdin.unref()
  // The process id may belong to another program later.
  child.once('exit', () => guard.kill('SIGKILL'))
}
