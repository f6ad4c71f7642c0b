import { afterEach, expect, test, vi } from 'vitest'
import { readLogs } from './log-files.ts'
import { snapshotLine } from './log-text.ts'
import { applyChanges, putRow, type Rows } from './recorded-rows.ts'

const rows: Rows = new Map()
applyChanges(rows, [putRow('kept', { account: 'a', id: 'contact:1', value: 'x' })])

/** Stubs the origin's private file system. */
function stubFiles(files: Map<string, string>, reading: (name: string) => void = () => undefined): void {
  const folder = {
    keys: async function* () {
      yield* [...files.keys()]
    },
    getFileHandle: async (name: string) => {
      reading(name)
      const text = files.get(name)
      if (text === undefined) throw new DOMException('', 'NotFoundError')
      return { getFile: async () => ({ text: async () => text }) }
    },
  }
  const root = { getDirectoryHandle: async () => folder }
  vi.stubGlobal('navigator', { storage: { getDirectory: async () => root } })
}

afterEach(() => vi.unstubAllGlobals())

test('reads a log again if its owner replaces it meanwhile', async () => {
  const files = new Map([['store.1', snapshotLine(new Map())]])
  let isFirst = true
  stubFiles(files, () => {
    if (!isFirst) return
    isFirst = false
    files.delete('store.1')
    files.set('store.2', snapshotLine(rows))
  })
  expect(await readLogs(() => true)).toEqual([{ rows, whole: true }])
})

test("uses each store's newest readable file; a store without one is not whole", async () => {
  stubFiles(
    new Map([
      ['one.1', snapshotLine(rows)],
      ['one.2', '{"version":1,"chan'],
      ['two.1', '{"version":2,"changes":[]}\n'],
      ['own.1', snapshotLine(rows)],
    ]),
  )
  expect(await readLogs((identity) => identity !== 'own')).toEqual([
    { rows, whole: true },
    { rows: new Map(), whole: false },
  ])
})
