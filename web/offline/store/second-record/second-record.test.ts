import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubLocalStorage } from '#web/testing/local-storage.ts'
import type { AnswerChange } from '../../record/record-answer.ts'

const [mine, theirs] = ['019b0000-0000-7000-8000-0000000000aa', '019b0000-0000-7000-8000-0000000000ab']
const survey = '019b0000-0000-7000-8000-0000000000bb'
const place = { survey, subSection: '019b0000-0000-7000-8000-0000000000cc', section: 'section' }
const bytes = { bytes: new ArrayBuffer(8), type: 'image/jpeg' }
const photo = { id: 'photo', kind: 'photo', name: 'gate.jpg', stage: 'ready', data: bytes } as const
let pages: { close(): void }[] = []

beforeEach(() => {
  stubLocalStorage()
})

afterEach(async () => {
  for (const page of pages) page.close()
  pages = []
  await clear()
  vi.unstubAllGlobals()
})

/** Opens the app in a page of its own. */
async function openPage() {
  vi.resetModules()
  const [{ db }, { startRecord }, { suspend }, { recordAnswer, recordEntry }, { lostWork }] =
    await Promise.all([
      import('../database.ts'),
      import('./record-unsent-work.ts'),
      import('../page-lifecycle.ts'),
      import('../../record/record-answer.ts'),
      import('../lost-work.ts'),
    ])
  const { recordUpload, recordRemoval } = await import('../../record/record-media.ts')
  const { forgetAccount } = await import('../../account/leave-account.ts')
  const { openStore } = await import('../open-store.ts')
  const { isRecorded } = await import('./record-state.ts')
  const { newEntry } = await import('../../operations/entries.ts')
  const { freezePayload } = await import('../../outbox/transitions.ts')
  startRecord(db)
  await db.open()
  const close = () => {
    // Releases the lock.
    suspend()
    db.close()
  }
  pages.push({ close })
  const record = { recordAnswer, recordEntry, recordUpload, recordRemoval, newEntry, forgetAccount }
  const state = { lostWork, openStore: openStore.get, isRecorded: isRecorded.get }
  return { db, close, ...record, ...state, freezePayload }
}
type Page = Awaited<ReturnType<typeof openPage>>

/** Deletes the store while no page is open, as the browser or the user would. */
async function clear(): Promise<void> {
  await new Promise((done) => {
    indexedDB.deleteDatabase('fieldbook').onsuccess = done
  })
}

const request = <Result>(asked: IDBRequest<Result>) =>
  new Promise<Result>((done, failed) => {
    asked.onsuccess = () => done(asked.result)
    asked.onerror = () => failed(asked.error)
  })

/** Reads all rows as the browser stored them. */
async function readFiles() {
  const store = await request(indexedDB.open('fieldbook'))
  const names = [...store.objectStoreNames]
  const reading = store.transaction(names)
  const rows = await Promise.all(names.map((name) => request(reading.objectStore(name).getAll())))
  store.close()
  return { version: store.version, rows: new Map(names.map((name, index) => [name, rows[index] ?? []])) }
}

/** Writes rows through the app, which creates the tables. */
async function writeFiles({ rows }: Awaited<ReturnType<typeof readFiles>>): Promise<void> {
  vi.resetModules()
  const { openDatabase } = await import('../database.ts')
  const made = openDatabase()
  await made.open()
  made.close()
  const store = await request(indexedDB.open('fieldbook'))
  const writing = store.transaction([...store.objectStoreNames], 'readwrite')
  for (const [name, known] of rows) for (const row of known) writing.objectStore(name).put(row)
  await new Promise((done) => {
    writing.oncomplete = done
  })
  store.close()
}

/** Makes every write to the store fail. */
function fillDisk() {
  const full = () => {
    throw new DOMException('', 'QuotaExceededError')
  }
  const spies = (['put', 'add'] as const).map((name) =>
    vi.spyOn(IDBObjectStore.prototype, name).mockImplementation(full),
  )
  return {
    free: () => {
      for (const spy of spies) spy.mockRestore()
    },
  }
}

async function contactsOf(db: Page['db']) {
  return (await db.kept.toArray()).filter(({ id }) => id.startsWith('contact:'))
}

function answer(id: string, value: string, given: Partial<AnswerChange> = {}): AnswerChange {
  const fixed = { name: id, values: [], at: '2026-11-01T08:00:00.000Z', baseRevision: 2, copiedFrom: null }
  return { ...place, ...fixed, answer: id, value, ...given }
}

const recorded = () => JSON.stringify(localStorage)
const until = (text: string) => expect.poll(recorded).toContain(text)

test('sends answers restored after a cleared store once, unchanged, and informs the user', async () => {
  const one = await openPage()
  await one.recordAnswer(mine, answer('a', 'Hill'))
  await one.recordAnswer(mine, answer('a', 'Hill House', { at: '2026-11-01T08:00:01.000Z' }))
  const added = one.newEntry(mine, {
    survey,
    endpoint: 'surveys.addSimilar',
    input: { body: { id: 'part' } } as never,
  })
  await one.recordEntry(added)
  await until('addSimilar')
  one.close()
  await clear()

  const two = await openPage()
  const rows = await two.db.outbox.orderBy('seq').toArray()
  expect(rows.map(({ endpoint }) => endpoint)).toEqual(['surveys.autoSave', 'surveys.addSimilar'])
  expect(rows[1]?.id).toBe(added.id)
  const frozen = await two.freezePayload(rows[0]?.seq ?? 0)
  // The server decides by these: a newer answer there wins.
  expect(JSON.stringify(frozen?.input)).toContain(
    '"field_value":"Hill House","field_value_multiple":[],"edited_at":"2026-11-01T08:00:01.000Z","base_revision":2',
  )
  expect(two.lostWork()).toMatchObject({ [mine]: { restored: 2, lost: [] } })
  two.close()

  // Nothing is restored twice.
  const three = await openPage()
  expect(await three.db.outbox.count()).toBe(2)
  expect(three.lostWork()).toMatchObject({ [mine]: { restored: 2 } })
})

test('removes confirmed work from the record and does not restore it', async () => {
  const one = await openPage()
  await one.recordAnswer(mine, answer('a', 'Hill House'))
  await one.recordAnswer(mine, answer('b', 'Ridge Road', { subSection: 'other' }))
  await until('Ridge Road')
  const [entry] = await one.db.outbox.orderBy('seq').toArray()
  await one.db.transaction('rw', one.db.outbox, one.db.answers, async () => {
    await one.db.outbox.delete(entry?.seq ?? 0)
    await one.db.answers.update([mine, 'a'], { entry: '' })
  })
  await expect.poll(recorded).not.toContain('Hill House')
  one.close()
  await clear()
  const two = await openPage()
  expect((await two.db.answers.toArray()).map(({ value }) => value)).toEqual(['Ridge Road'])
  expect(two.lostWork()).toMatchObject({ [mine]: { restored: 1 } })
})

test('names a lost photo with its survey and time, and only to its own account', async () => {
  const one = await openPage()
  await one.db.copies.put({ account: mine, id: survey, head: { survey_name: 'Harbor View' } } as never)
  const target = { ...place, answer: 'a' }
  await one.recordUpload(mine, target, 'upload', [{ ...photo, thumbnail: null, poster: null }])
  await one.recordAnswer(theirs, answer('b', 'Secret'))
  await until('Harbor View')
  await until('Secret')
  one.close()
  await clear()
  const two = await openPage()
  const [entry] = await two.db.outbox.toArray()
  expect(entry).toMatchObject({ account: theirs, endpoint: 'surveys.autoSave' })
  const lost = { account: mine, survey, name: 'Harbor View', photos: 1, answers: 0, files: ['gate.jpg'] }
  expect(two.lostWork()[mine]).toMatchObject({ restored: 0, lost: [lost] })
  expect(Date.parse(two.lostWork()[mine]?.lost[0]?.at ?? '')).toBeGreaterThan(0)
  expect(two.lostWork()[theirs]).toMatchObject({ restored: 1, lost: [] })
})

test('does not restore entries that an app version without the record has sent', async () => {
  const one = await openPage()
  await one.recordAnswer(mine, answer('a', 'Hill House'))
  await until('Hill House')
  const [entry] = await one.db.outbox.toArray()
  one.close()
  // Simulates an app version that doesn't write the record.
  const before = { ...localStorage }
  vi.resetModules()
  const { db } = await import('../database.ts')
  await db.outbox.clear()
  await db.answers.clear()
  const { note, writeJournal } = await import('../journal.ts')
  note(mine, { event: 'sent', entry: entry?.id ?? '' })
  await writeJournal()
  db.close()
  Object.assign(localStorage, before)
  const two = await openPage()
  expect(await two.db.outbox.count()).toBe(0)
  expect(two.lostWork()).toEqual({})
  await expect.poll(recorded).not.toContain('Hill House')
})

test('reports how much of which survey is lost when only the index is left', async () => {
  const one = await openPage()
  await one.db.copies.put({ account: mine, id: survey, head: { survey_name: 'Harbor View' } } as never)
  await one.recordAnswer(mine, answer('a', 'Hill House'))
  await until('Harbor View')
  one.close()
  await clear()
  for (const key of Object.keys(localStorage)) if (key.includes('answers')) localStorage.removeItem(key)
  for (const key of Object.keys(localStorage)) if (key.includes('outbox')) localStorage.removeItem(key)
  const two = await openPage()
  const lost = { survey, name: 'Harbor View', answers: 1 }
  expect(two.lostWork()[mine]).toMatchObject({ restored: 0, lost: [lost] })
})

test("saving and opening work although the record can't be written", async () => {
  vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError')
  })
  const one = await openPage()
  await one.recordAnswer(mine, answer('a', 'Hill House'))
  expect(await one.db.answers.count()).toBe(1)
  one.close()
  await clear()
  const two = await openPage()
  expect(await two.db.outbox.count()).toBe(0)
})

test('the owner records the work of other tabs, which take over when it closes', async () => {
  const one = await openPage()
  const two = await openPage()
  await two.recordAnswer(mine, answer('a', 'Hill House'))
  await until('Hill House')
  one.close()
  await two.recordAnswer(mine, answer('b', 'Ridge Road'))
  await until('Ridge Road')
})

test('restores changes lost in a rollback of the store, and nothing that was sent before', async () => {
  const one = await openPage()
  await one.recordAnswer(mine, answer('c', 'Sent', { subSection: 'sent' }))
  await until('Sent')
  const [sent] = await one.db.outbox.toArray()
  await one.recordAnswer(mine, answer('a', 'Hill'))
  await one.db.transaction('rw', one.db.outbox, one.db.answers, async () => {
    await one.db.outbox.delete(sent?.seq ?? 0)
    await one.db.answers.update([mine, 'c'], { entry: '' })
  })
  // An hour-old state of the files, as after a power failure.
  const files = await readFiles()
  await one.recordAnswer(mine, answer('a', 'Hill House', { at: '2026-11-01T08:00:01.000Z' }))
  await one.recordAnswer(mine, answer('b', 'Ridge Road', { subSection: 'other' }))
  await until('Ridge Road')
  one.close()
  await clear()
  await writeFiles(files)

  const two = await openPage()
  const values = async () => (await two.db.answers.toArray()).map(({ value }) => value).sort()
  await expect.poll(values).toEqual(['Hill House', 'Ridge Road', 'Sent'])
  expect(two.lostWork()).toMatchObject({ [mine]: { restored: 2, lost: [] } })
})

const removals: readonly [string, (page: Page) => Promise<unknown>][] = [
  ['undone', ({ db }) => db.outbox.clear()],
  [
    'a photo that waited',
    ({ recordRemoval }) => recordRemoval(mine, { ...place, answer: 'a' }, { ...photo, upload: 'upload' }),
  ],
  ['the whole account', ({ forgetAccount }) => forgetAccount(mine)],
]

test.each(removals)(
  'restores nothing if the browser is killed before the record knows of a removal: %s',
  async (_, remove) => {
    const one = await openPage()
    await one.db.kept.put({
      account: mine,
      id: 'contact:a',
      value: { waits: true, problem: null, changedAt: '' },
    })
    await one.recordUpload(mine, { ...place, answer: 'a' }, 'upload', [
      { ...photo, thumbnail: null, poster: null },
    ])
    const added = one.newEntry(mine, {
      survey,
      endpoint: 'surveys.addSimilar',
      input: { body: { id: 'part' } } as never,
    })
    await one.recordEntry(added)
    await until('addSimilar')
    const before = { ...localStorage }
    await remove(one)
    const rows = { outbox: await one.db.outbox.toArray(), kept: await contactsOf(one.db) }
    one.close()
    Object.assign(localStorage, before)

    const two = await openPage()
    await two.recordAnswer(mine, answer('b', 'Ridge Road'))
    // Its record starts after the comparison with the earlier one.
    await until('Ridge Road')
    expect((await two.db.outbox.toArray()).filter(({ endpoint }) => endpoint !== 'surveys.autoSave')).toEqual(
      rows.outbox,
    )
    expect(await contactsOf(two.db)).toEqual(rows.kept)
    expect(two.lostWork()).toEqual({})
  },
)

test("a page that can't restore an earlier store reports it and records its own work; the next start restores both", async () => {
  const one = await openPage()
  await one.db.copies.put({ account: mine, id: survey, head: { survey_name: 'Harbor View' } } as never)
  await one.recordAnswer(mine, answer('a', 'Hill House'))
  await until('Harbor View')
  one.close()
  await clear()

  const disk = fillDisk()
  const two = await openPage()
  const unrestored = [{ account: mine, name: 'Harbor View', answers: 1 }]
  expect(two.openStore()).toMatchObject({ unrestored })
  disk.free()
  await two.recordAnswer(mine, answer('b', 'Ridge Road', { subSection: 'other' }))
  await until('Ridge Road')
  // Its index and record leave the earlier ones in place.
  await expect.poll(recorded).toContain('\\"unrestored\\"')
  expect(recorded()).toContain('Hill House')
  expect(two.lostWork()).toEqual({})
  two.close()

  const three = await openPage()
  expect((await three.db.answers.toArray()).map(({ value }) => value).sort()).toEqual([
    'Hill House',
    'Ridge Road',
  ])
  expect(three.lostWork()).toMatchObject({ [mine]: { restored: 1, lost: [] } })
  expect(three.openStore()).not.toHaveProperty('unrestored')
  await expect.poll(recorded).not.toContain('\\"unrestored\\"')
})

test('a second tab that restores the work ends the warning in the first', async () => {
  const one = await openPage()
  await one.recordAnswer(mine, answer('a', 'Hill House'))
  await until('Hill House')
  one.close()
  await clear()
  const disk = fillDisk()
  const two = await openPage()
  expect(two.openStore()?.unrestored).toHaveLength(1)
  await expect.poll(recorded).toContain('\\"unrestored\\"')
  disk.free()
  const three = await openPage()
  expect(await three.db.answers.count()).toBe(1)
  await expect.poll(() => two.openStore()?.unrestored).toBeUndefined()
  await expect.poll(recorded).not.toContain('\\"unrestored\\"')
  expect(recorded()).toContain('Hill House')
})

test('a tab without room for any record warns until it has room', async () => {
  const one = await openPage()
  const writing = vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError')
  })
  await one.recordAnswer(mine, answer('a', 'Hill House'))
  await expect.poll(one.isRecorded).toBe(false)
  writing.mockRestore()
  await until('Hill House')
  await expect.poll(one.isRecorded).toBe(true)
})

test('taking over from an owner whose record is outdated does not restore dropped work', async () => {
  const one = await openPage()
  const two = await openPage()
  const added = one.newEntry(mine, {
    survey,
    endpoint: 'surveys.addSimilar',
    input: { body: { id: 'part' } } as never,
  })
  await two.recordEntry(added)
  await until('addSimilar')
  const record = { ...localStorage }
  await two.db.outbox.clear()
  await expect.poll(recorded).not.toContain('addSimilar')
  // The record as an owner left it that was frozen earlier.
  Object.assign(localStorage, record)
  one.close()
  await two.recordAnswer(mine, answer('b', 'Ridge Road'))
  await until('Ridge Road')
  expect((await two.db.outbox.toArray()).map(({ endpoint }) => endpoint)).toEqual(['surveys.autoSave'])
  expect(two.lostWork()).toEqual({})
})
