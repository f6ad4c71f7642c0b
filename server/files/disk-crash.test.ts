import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openDiskStore } from './disk.ts'

const rounds = 12
const writer = join(import.meta.dirname, 'testing', 'write-until-killed.ts')

/** How many files are acknowledged in each round before the kill. Seeded, so that a failure can be repeated. */
function killPoints(seed: number): number[] {
  let state = seed
  return Array.from({ length: rounds }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return 1 + ((state >>> 16) % 25)
  })
}

async function writeAndKill(folder: string, after: number): Promise<Map<string, string>> {
  const child = spawn(process.execPath, [writer, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  const acknowledged = new Map<string, string>()
  const gone = once(child, 'exit')
  for await (const line of createInterface({ input: child.stdout })) {
    const [key, sha256] = line.split(' ')
    if (key?.length === 32 && sha256?.length === 64) acknowledged.set(key, sha256)
    if (acknowledged.size === after) child.kill('SIGKILL')
  }
  await gone
  return acknowledged
}

test('kill -9 during writes: acknowledged files remain, and partial files never appear', {
  timeout: 60_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fieldbook-crash-'))
  const acknowledged = new Map<string, string>()
  for (const after of killPoints(20_260_101)) {
    for (const [key, hash] of await writeAndKill(folder, after)) acknowledged.set(key, hash)
  }
  expect(acknowledged.size).toBeGreaterThanOrEqual(rounds)

  const store = openDiskStore(folder)
  for (const [key, hash] of acknowledged) {
    const bytes = await buffer(await store.read(key))
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(hash)
  }
  let seen = 0
  for await (const key of store.keptBefore(new Date(Date.now() + 60_000))) {
    const bytes = await buffer(await store.read(key))
    const body = bytes.subarray(0, -32)
    expect(createHash('sha256').update(body).digest().equals(bytes.subarray(-32))).toBe(true)
    seen++
  }
  expect(seen).toBeGreaterThanOrEqual(acknowledged.size)
  await rm(folder, { recursive: true })
})

test('temporary files of a dead process are swept when the store opens', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fieldbook-sweep-'))
  await writeAndKill(folder, 1)
  const left = join(folder, 'temp', 'left-behind')
  await writeFile(left, 'half')
  await utimes(left, new Date(0), new Date(0))
  const store = openDiskStore(folder)
  const fresh = await store.receive(Buffer.from('still wanted'), 100)
  openDiskStore(folder)
  expect(await readdir(join(folder, 'temp'))).toContain(fresh.key)
  expect(await readdir(join(folder, 'temp'))).not.toContain('left-behind')
  await rm(folder, { recursive: true })
})
