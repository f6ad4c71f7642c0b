/**
 * Runs a program in its own process group, and ends the group when the parent is gone for any reason; then
 * removes the temporary folder. `warden.ts FOLDER PROGRAM OPTION…`
 */
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'

const [folder = '', program = '', ...options] = process.argv.slice(2)
const child = spawn(program, options, { detached: true, stdio: ['ignore', 'inherit', 'inherit'] })

function end(code: number): void {
  try {
    process.kill(-(child.pid ?? 0), 'SIGKILL')
  } catch {
    // The group is empty.
  }
  if (folder !== '') rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  process.exit(code)
}

child.on('error', () => end(1))
child.on('exit', (code, signal) => {
  if (signal) process.stderr.write(`Ended by ${signal}.\n`)
  end(code ?? 1)
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0))
// The pipe closes when the process that holds its other end exits.
process.stdin.on('end', () => end(0)).resume()
