import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const warden = join(import.meta.dirname, 'warden.ts')

export interface Guarded {
  /** Returns the first matching output line; throws if the program ends before. */
  line(pattern: RegExp): Promise<RegExpExecArray>
  /** Resolves when the program has ended, with its last lines of output. */
  readonly ended: Promise<string>
  /** Ends the program with its children, and removes its folder. */
  end(): Promise<void>
}

/** Starts a program that ends with this process, even if this one is killed. */
export function startGuarded(
  program: string,
  options: readonly string[],
  { folder = '', environment = {} }: { folder?: string; environment?: Readonly<Record<string, string>> } = {},
): Guarded {
  const child = spawn(process.execPath, [warden, folder, program, ...options], {
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const ended = once(child, 'exit').then(([code, signal]) => [...lines.slice(-10), signal ?? code].join('\n'))
  const heard = new Set<(line: string | null) => void>()
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', (line) => {
      lines.push(line)
      for (const hear of heard) hear(line)
    })
  void ended.then(() => {
    for (const hear of heard) hear(null)
  })
  return {
    ended,
    line: (pattern) =>
      new Promise((found, failed) => {
        const hear = (line: string | null) => {
          if (line === null) return failed(new Error(`${program} ended: ${lines.slice(-10).join('\n')}`))
          const match = pattern.exec(line)
          if (match) found(match)
        }
        heard.add(hear)
        lines.forEach(hear)
      }),
    end: async () => {
      child.stdin.end()
      await ended
    },
  }
}
