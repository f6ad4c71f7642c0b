import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { expect, test } from 'vitest'
import { openDatabase } from './database.ts'
import { rejectIfClosed } from './identity.ts'
import type { AnswerRow } from './rows.ts'

const first = {
  templates: '[account+id]',
  surveys: '[account+id]',
  sections: '[account+id], [account+survey]',
  answers: '[account+id], [account+survey], entry',
  files: '[account+id], [account+survey], upload',
  blobs: '[account+id], [account+survey]',
  outbox: '++seq, &id, account, [account+survey]',
}

/** Stores that each version added. Never change them. */
const added: readonly Readonly<Record<string, string>>[] = [
  first,
  {
    drawings: '[account+id], [account+survey], entry',
    plans: '[account+id], [account+survey]',
    planPictures: '[account+id], [account+survey]',
  },
  { listed: '[account+id]', pictures: '[account+id], [account+survey]', kept: '[account+id]' },
  {
    pictures: '[account+id], [account+survey], [account+size], keptAt',
    shown: '[account+id], [account+survey], [account+size], keptAt',
  },
  { bulkFiles: '[account+id]', bulkBytes: '[account+id]' },
]

test.each([1, 2, 3, 4, 5])(
  'upgrades a store of version %i completely, to the schema of a new store',
  async (last) => {
    const older = new Dexie(`from-${last}`)
    for (const [at, stores] of added.slice(0, last).entries()) older.version(at + 1).stores(stores)
    await older.open()
    const names = older.tables
      .map(({ name }) => name)
      .filter((name) => !['surveys', 'sections'].includes(name))
    for (const name of names)
      await older.table(name).add({ account: 'a', survey: 's', id: name, value: 'kept' })
    older.close()
    const newer = openDatabase(`from-${last}`)
    for (const name of names)
      expect(await newer.table(name).toArray(), name).toMatchObject([{ id: name, value: 'kept' }])
    newer.close()
    expect(await schemaOf(`from-${last}`)).toEqual(await schemaOf('new'))
  },
)

/** The schema as the browser reports it. */
async function schemaOf(name: string): Promise<unknown> {
  const made = openDatabase(name)
  await made.open()
  const database = made.backendDB()
  const transaction = database.transaction([...database.objectStoreNames])
  const stores = [...database.objectStoreNames].map((of) => {
    const store = transaction.objectStore(of)
    const { keyPath, autoIncrement, indexNames } = store
    const indexes = [...indexNames].map((one) => {
      const { keyPath: path, unique, multiEntry } = store.index(one)
      return { one, path, unique, multiEntry }
    })
    return { of, keyPath, autoIncrement, indexes }
  })
  made.close()
  return { version: database.version, stores }
}

test('a tab of the first version closes for a newer one, and can still write afterwards', async () => {
  const older = new Dexie('upgrade')
  older.version(1).stores(first)
  older.on('versionchange', () => older.close({ disableAutoOpen: false }))
  const row = (id: string) => ({ account: 'a', survey: 's', id, endpoint: 'surveys.autoSave', input: null })
  await older.table('outbox').add(row('1'))
  const newer = openDatabase('upgrade')
  expect(await newer.outbox.toArray()).toMatchObject([row('1')])
  expect(await newer.plans.count()).toBe(0)
  await older.table('outbox').add(row('2'))
  expect((await newer.outbox.toArray()).map(({ id }) => id)).toEqual(['1', '2'])
  older.close()
  newer.close()
})

test('an earlier app can open and use a newer store without removing anything', async () => {
  const later = new Dexie('downgrade')
  const known = await storesOf(openDatabase('downgrade-known'))
  const outbox = '++seq, &id, account, [account+survey], invented'
  later.version(99).stores({ ...known, outbox, invented: '[account+id]' })
  await later.table('invented').add({ account: 'a', id: '1' })
  await later.table('outbox').add({ account: 'a', survey: 's', id: '1', invented: 7 })
  later.close()
  const earlier = openDatabase('downgrade')
  await earlier.answers.put({ account: 'a', id: '2', survey: 's', entry: '1' } as AnswerRow)
  expect(await earlier.outbox.where({ account: 'a', survey: 's' }).toArray()).toMatchObject([{ invented: 7 }])
  earlier.close()
  await later.open()
  expect(await later.table('invented').count()).toBe(1)
  expect(await later.table('answers').count()).toBe(1)
  later.close()
})

/** The current schema in Dexie's notation. */
async function storesOf(made: Dexie): Promise<Record<string, string>> {
  await made.open()
  const stores = made.tables.map(({ name, schema }) => {
    return [name, [schema.primKey.src, ...schema.indexes.map(({ src }) => src)].join(', ')]
  })
  made.close()
  return Object.fromEntries(stores)
}

test('a store deleted during its open is opened again, and no caller waits forever', async () => {
  const database = openDatabase('deleted-meanwhile')
  let deleted: Promise<unknown> | undefined
  database.on(
    'ready',
    (opened) =>
      rejectIfClosed(database, async () => {
        if (deleted) return
        const asked = new Promise((done) => database.on('versionchange', done))
        deleted = Dexie.delete('deleted-meanwhile')
        await asked
        await (opened as typeof database).kept.count()
      }),
    true,
  )
  await expect(database.open()).rejects.toThrow()
  await deleted
  await database.open()
  expect(await database.kept.count()).toBe(0)
  database.close()
})
