import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * A process for what strangers wrote. It is given nothing that the server knows, and what a library remarks about
 * somebody's file is not for the operator. `switches` are Node's own.
 */
export function forkApart(program: URL, switches: readonly string[] = []): ChildProcess {
  return fork(fileURLToPath(program), [], {
    execArgv: [...switches],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}
