import { expect, test } from 'vitest'
import { runIsolated } from './run-isolated.ts'

function module(source: string): URL {
  return new URL(`data:text/javascript,${encodeURIComponent(source)}`)
}

const post = "import { parentPort, workerData } from 'node:worker_threads';"

test('work is done apart and told', async () => {
  const source = `${post} parentPort.postMessage(workerData + 1)`
  expect(await runIsolated({ module: module(source), data: 1, patience: 2_000 })).toBe(2)
})

test('work without end is given up', async () => {
  expect(await runIsolated({ module: module('for (;;);'), data: null, patience: 300 })).toBeNull()
})

test('work that waits for something that never comes is given up', async () => {
  const source = 'await new Promise((resolve) => setTimeout(resolve, 2 ** 30))'
  expect(await runIsolated({ module: module(source), data: null, patience: 300 })).toBeNull()
})

test('work on threads beside its own counts', { timeout: 60_000 }, async () => {
  const source = `import { pbkdf2 } from 'node:crypto'
    for (let all = 0; all < 4; all++) pbkdf2('a', 'b', 1e9, 64, 'sha512', () => undefined)
    setInterval(() => {}, 1_000)`
  expect(await runIsolated({ module: module(source), data: null, patience: 2_000 })).toBeNull()
})

test('work that fills the memory is given up, and the server lives', { timeout: 60_000 }, async () => {
  const source = 'const all = []; for (;;) all.push(Array.from({ length: 100_000 }, () => ({})))'
  expect(await runIsolated({ module: module(source), data: null, patience: 60_000 })).toBeNull()
})

test('what goes wrong in it goes wrong here', async () => {
  const failing = runIsolated({ module: module("throw new Error('broken')"), data: null, patience: 2_000 })
  await expect(failing).rejects.toThrow('broken')
})

test('what ends the whole process ends nothing here', async () => {
  const source = "process.kill(process.pid, 'SIGABRT'); setInterval(() => {}, 1_000)"
  expect(await runIsolated({ module: module(source), data: null, patience: 60_000 })).toBeNull()
})

test('work that ends without a word is a failure', async () => {
  const silent = runIsolated({ module: module('export {}'), data: null, patience: 2_000 })
  await expect(silent).rejects.toThrow('It told nothing')
})

test('work sees nothing of what the server was started with', async () => {
  process.env.FIELDBOOK_TEST_SECRET = 'secret'
  const source = `${post} parentPort.postMessage(process.env.FIELDBOOK_TEST_SECRET ?? 'nothing')`
  expect(await runIsolated({ module: module(source), data: null, patience: 2_000 })).toBe('nothing')
  delete process.env.FIELDBOOK_TEST_SECRET
})
