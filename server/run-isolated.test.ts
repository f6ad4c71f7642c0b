import { expect, test } from 'vitest'
import { runIsolated } from './run-isolated.ts'

function module(source: string): URL {
  return new URL(`data:text/javascript,${encodeURIComponent(source)}`)
}

const post = "import { parentPort, workerData } from 'node:worker_threads';"

test('returns the result', async () => {
  const source = `${post} parentPort.postMessage(workerData + 1)`
  expect(await runIsolated({ module: module(source), data: 1, patience: 2_000 })).toBe(2)
})

test('stops endless work', async () => {
  expect(await runIsolated({ module: module('for (;;);'), data: null, patience: 300 })).toBeNull()
})

test('stops work that waits forever', async () => {
  const source = 'await new Promise((resolve) => setTimeout(resolve, 2 ** 30))'
  expect(await runIsolated({ module: module(source), data: null, patience: 300 })).toBeNull()
})

test('counts the CPU time of all threads', { timeout: 60_000 }, async () => {
  const source = `import { pbkdf2 } from 'node:crypto'
    for (let all = 0; all < 4; all++) pbkdf2('a', 'b', 1e9, 64, 'sha512', () => undefined)
    setInterval(() => {}, 1_000)`
  expect(await runIsolated({ module: module(source), data: null, patience: 2_000 })).toBeNull()
})

test('stops work that fills the memory, without harm to the server', { timeout: 60_000 }, async () => {
  const source = 'const all = []; for (;;) all.push(Array.from({ length: 100_000 }, () => ({})))'
  expect(await runIsolated({ module: module(source), data: null, patience: 60_000 })).toBeNull()
})

test('rethrows errors of the work', async () => {
  const failing = runIsolated({ module: module("throw new Error('broken')"), data: null, patience: 2_000 })
  await expect(failing).rejects.toThrow('broken')
})

test('survives work that ends its process', async () => {
  const source = "process.kill(process.pid, 'SIGABRT'); setInterval(() => {}, 1_000)"
  expect(await runIsolated({ module: module(source), data: null, patience: 60_000 })).toBeNull()
})

test('work that exits without a message is a failure', async () => {
  const silent = runIsolated({ module: module('export {}'), data: null, patience: 2_000 })
  await expect(silent).rejects.toThrow('It told nothing')
})

test('work does not see the server’s environment', async () => {
  process.env.FIELDBOOK_TEST_SECRET = 'secret'
  const source = `${post} parentPort.postMessage(process.env.FIELDBOOK_TEST_SECRET ?? 'nothing')`
  expect(await runIsolated({ module: module(source), data: null, patience: 2_000 })).toBe('nothing')
  delete process.env.FIELDBOOK_TEST_SECRET
})
