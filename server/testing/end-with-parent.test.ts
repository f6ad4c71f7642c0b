import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { seededFolder } from './database-folder.ts'

const here = (name: string) => JSON.stringify(pathToFileURL(join(import.meta.dirname, name)).href)

/** Starts a test run in its own process; it prints one number and stays. */
async function run(code: string): Promise<{ child: ChildProcess; said: number }> {
  const source = `${code}; setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface(child.stdout), 'line')
  return { child, said: Number(line) }
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test.for(['SIGTERM', 'SIGKILL'] as const)(
  'a server and its database end with the run that started them (%s)',
  async (signal) => {
    await using folder = await seededFolder()
    const options = JSON.stringify({ dataDir: folder.dataDir, environment: {} })
    const { child, said } = await run(`
      const { startServer } = await import(${here('real-server.ts')})
      console.log((await startServer(${options})).pid)`)
    const [line] = (await readFile(join(folder.dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
    const database = Number(line)
    expect([isThere(said), isThere(database)]).toEqual([true, true])
    child.kill(signal)
    await expect.poll(() => [isThere(said), isThere(database)]).toEqual([false, false])
  },
)

test('so does what a program has started in its group', async () => {
  const program = `
    const { spawn } = require('node:child_process')
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    process.stdout.write(other.pid + '\\\\n')
    setInterval(() => {}, 1000)`
  const { child, said } = await run(`
    import { spawn } from 'node:child_process'
    const { endWithParent } = await import(${here('end-with-parent.ts')})
    const child = spawn(process.execPath, ['-e', \`${program}\`], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
    endWithParent(child, { group: true })
    // Waits until the guard can end it.
    child.stdout.pipe(process.stdout)`)
  expect(isThere(said)).toBe(true)
  child.kill('SIGKILL')
  await expect.poll(() => isThere(said)).toBe(false)
})
