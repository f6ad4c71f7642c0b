import { type ChildProcess, fork } from 'node:child_process'
import { constants, getPriority, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'

/** Returns the environment for Node's compile cache, if enabled; it halves the start of a process. */
export function compileCacheEnv(): NodeJS.ProcessEnv {
  const { NODE_COMPILE_CACHE } = process.env
  return NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }
}

/**
 * Starts a process for untrusted input. It gets no environment and no output, since a library's remarks about
 * a user's file are not for the operator. `switches` are Node's.
 */
export function forkIsolated(program: URL, switches: readonly string[] = []): ChildProcess {
  return fork(fileURLToPath(program), [], {
    execArgv: [...switches],
    env: compileCacheEnv(),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}

const nicest = constants.priority.PRIORITY_LOW

/** Raises a process's niceness above the server's, so that requests run first. */
export function lowerPriority({ pid }: ChildProcess, by: number): void {
  if (pid === undefined) return
  try {
    setPriority(pid, Math.min(nicest, getPriority() + by))
  } catch {
    // The process has just exited, or the system has no priorities.
  }
}
