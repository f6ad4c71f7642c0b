import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { expect, test } from 'vitest'
import { followRows } from './row-hooks.ts'

interface Row {
  readonly id: number
  readonly input: { readonly body?: { readonly name: string; readonly note?: string } }
  readonly state: string
}

test('reports every kind of write with the stored row, including nested changes', async () => {
  const database = new Dexie('row-hooks')
  database.version(1).stores({ rows: '++id' })
  const table = database.table<Row>('rows')
  const followed = new Map<number, Row>()
  followRows(table, {
    put: (row, transaction) => {
      // The database assigns the id.
      transaction.on('complete', () => void followed.set(row.id, row))
    },
    drop: ({ id }, transaction) => transaction.on('complete', () => void followed.delete(id)),
  })
  const stored = async () => new Map((await table.toArray()).map((row) => [row.id, row]))
  const first = { input: { body: { name: 'Hall', note: 'wet' } }, state: 'waiting' }
  await table.add(first as Row)
  await table.bulkAdd([{ input: {}, state: 'waiting' } as Row])
  expect(followed).toEqual(await stored())
  await table.put({ id: 1, input: { body: { name: 'Attic' } }, state: 'parked' })
  await table.update(2, { state: 'sending', 'input.body': { name: 'Roof' } })
  expect(followed).toEqual(await stored())
  await table.where('id').equals(1).modify({ state: 'waiting' })
  expect(followed).toEqual(await stored())
  await table.where('id').equals(2).delete()
  expect(followed).toEqual(await stored())
  expect([...followed.keys()]).toEqual([1])
  await database.delete()
})
