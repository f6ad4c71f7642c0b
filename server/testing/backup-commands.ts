import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { endWithParent } from './end-with-parent.ts'

/** Starts a command as an operator does, with the embedded database. */
export function beginCommand(
  name: 'backup' | 'restore',
  dataDir: string,
  given: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): ChildProcess {
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', `${name}.ts`), ...given], {
    env: { ...process.env, ...environment, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  endWithParent(child)
  return child
}

/** Runs a command; returns its exit code and output. */
export async function runCommand(
  ...begun: Parameters<typeof beginCommand>
): Promise<[code: number | null, text: string]> {
  const child = beginCommand(...begun)
  let text = ''
  child.stdout?.on('data', (data) => (text += String(data)))
  child.stderr?.on('data', (data) => (text += String(data)))
  const [code] = await once(child, 'close')
  return [code, text]
}
