import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import type { DatabaseLog } from '#server/db/start-failure.ts'
import type { RunAs } from '#server/db/unprivileged.ts'

/** Time to wait for the last log lines after the process exits. */
const LAST_LINES_MS = 100

/** One run of the postmaster. */
export interface ServerRun {
  readonly pid: number | null
  /** Resolves to true once it accepts connections, or false if it ended before that. */
  ready(): Promise<boolean>
  readonly ended: Promise<void>
  /** The last lines of its log. */
  lastWords(): string
  stop(): Promise<void>
}

export interface ServerCommand {
  binaries: string
  clusterDir: string
  arguments: readonly string[]
  user: RunAs | null
}

export function launchServer(command: ServerCommand, log: DatabaseLog): ServerRun {
  const child = spawn(join(command.binaries, 'postgres'), command.arguments, {
    cwd: command.clusterDir,
    env: { LC_ALL: 'C', PATH: process.env.PATH ?? '' },
    stdio: ['ignore', 'ignore', 'pipe'],
    // In its own session: Ctrl-C in a terminal must reach only this process, which stops the database last.
    detached: true,
    ...command.user,
  })
  const words = keepWords(child, log)
  const guard = child.pid === undefined ? null : startGuard(child.pid, command)
  let running = true
  const ended = new Promise<void>((resolve) => {
    const finish = () => {
      running = false
      guard?.kill('SIGKILL')
      resolve()
    }
    child.once('error', (error) => words.push(error.message))
    // 'close' follows the last line, but a child of a killed postmaster can hold the pipe open for long.
    child.once('close', finish)
    child.once('exit', () => setTimeout(finish, LAST_LINES_MS))
  })
  return {
    pid: child.pid ?? null,
    ended,
    lastWords: () => words.join('\n'),
    ready: async () => {
      while (running) {
        if (await saysReady(command.clusterDir, child.pid)) return true
        await pause(10)
      }
      return false
    },
    stop: async () => {
      for (const [name, patience] of [
        ['SIGINT', 20_000],
        ['SIGQUIT', 5_000],
        ['SIGKILL', 5_000],
      ] as const) {
        if (!running) return
        child.kill(name)
        const given = new AbortController()
        await Promise.race([ended, pause(patience, undefined, { signal: given.signal }).catch(() => {})])
        given.abort()
      }
    },
  }
}

/**
 * Starts a shell that stops the database when this process ends, however it ends. The shell waits for a pipe to
 * close and then requests a fast shutdown.
 */
function startGuard(pid: number, command: ServerCommand): ChildProcess {
  const script = 'read -r _; read -r now < postmaster.pid && [ "$now" = "$1" ] && kill -INT "$1"'
  const guard = spawn('/bin/sh', ['-c', script, 'guard', String(pid)], {
    cwd: command.clusterDir,
    env: {},
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    ...command.user,
  })
  guard.on('error', () => {})
  guard.unref()
  guard.stdin?.on('error', () => {})
  // To Node a pipe is a socket, which would keep the process alive.
  if (guard.stdin && 'unref' in guard.stdin && typeof guard.stdin.unref === 'function') guard.stdin.unref()
  return guard
}

function keepWords(child: ChildProcess, log: DatabaseLog): string[] {
  const words: string[] = []
  if (!child.stderr) return words
  createInterface({ input: child.stderr }).on('line', (line) => {
    words.push(line)
    if (words.length > 20) words.shift()
    if (/^PANIC|was terminated by|corrupt|No space left/.test(line)) log.error(`database: ${line}`)
  })
  return words
}

/** Whether the eighth line of the pid file says ready. No connection is needed. */
async function saysReady(clusterDir: string, pid: number | undefined): Promise<boolean> {
  const lines = (await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
}
