import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { expect, test } from 'vitest'
import { openDatabase } from './database.ts'

const first = {
  templates: '[account+id]',
  surveys: '[account+id]',
  sections: '[account+id], [account+survey]',
  answers: '[account+id], [account+survey], entry',
  files: '[account+id], [account+survey], upload',
  blobs: '[account+id], [account+survey]',
  outbox: '++seq, &id, account, [account+survey]',
}

test('a tab of the first version makes way for a newer one, and goes on writing beside it', async () => {
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
