import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { db, onDevice } from './database.ts'
import { resume, suspend } from './page-lifecycle.ts'
import type { KeptRow } from './rows.ts'

beforeEach(async () => {
  await db.delete({ disableAutoOpen: false })
  await db.open()
})
afterEach(() => {
  resume()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const row = (id: string): KeptRow => ({ account: 'a', id, value: id })
const put = (id: string) => onDevice(() => db.kept.put(row(id)))
const ids = async () =>
  (await onDevice(() => db.kept.where('[account+id]').between(['a', ''], ['a', '\uffff']).toArray())).map(
    ({ id }) => id,
  )

test('a suspended page leaves no transaction open, and repeats aborted work once after resuming', async () => {
  const begun = Promise.withResolvers<void>()
  const ended = vi.fn()
  let rounds = 0
  const written = onDevice(() =>
    db.transaction('rw', db.kept, async (transaction) => {
      rounds += 1
      const own = transaction.idbtrans
      for (const end of ['complete', 'abort']) own.addEventListener(end, () => ended(end))
      await db.kept.add(row('1'))
      if (rounds === 1) suspend()
      begun.resolve()
      await db.kept.add(row('2'))
    }),
  )
  await begun.promise
  await expect.poll(() => ended.mock.calls).toEqual([['abort']])
  resume()
  vi.unstubAllGlobals()
  await written
  expect(rounds).toBe(2)
  expect(await ids()).toEqual(['1', '2'])
})

test('a write survives any number of suspensions', async () => {
  let rounds = 0
  await onDevice(() =>
    db.transaction('rw', db.kept, async () => {
      rounds += 1
      await db.kept.put(row('1'))
      if (rounds > 5) return
      suspend()
      setTimeout(resume)
      await db.kept.put(row('2'))
    }),
  )
  expect([rounds, await ids()]).toEqual([6, ['1']])
})

test('a suspended page starts no transaction through any API', async () => {
  await put('1')
  suspend()
  await expect(db.kept.get(['a', '1'])).rejects.toThrow()
  await expect(db.transaction('rw', db.kept, () => db.kept.put(row('2')))).rejects.toThrow()
  const read = vi.fn()
  const reading = ids().then(read)
  await expect(db.kept.count()).rejects.toThrow()
  expect(read).not.toHaveBeenCalled()
  resume()
  vi.unstubAllGlobals()
  await reading
  expect(read).toHaveBeenCalledWith(['1'])
})

test.each(['upgradeneeded', 'complete'] as const)(
  'a store creation suspended at %s blocks no other page, and the store opens after resuming',
  async (moment) => {
    await db.delete({ disableAutoOpen: false })
    const making = Promise.withResolvers<IDBOpenDBRequest>()
    const open = indexedDB.open.bind(indexedDB)
    vi.spyOn(indexedDB, 'open').mockImplementationOnce((...given) => {
      const asked = open(...given)
      const leave = () => {
        suspend()
        making.resolve(asked)
      }
      asked.addEventListener('upgradeneeded', () => {
        if (moment === 'upgradeneeded') leave()
        else asked.transaction?.addEventListener('complete', leave)
      })
      return asked
    })
    const written = put('1')
    const made: IDBDatabase | undefined = (await making.promise).result
    // Browsers throw for closed connections. Early on, there is none.
    expect(() => made?.transaction('kept')).toThrow(DOMException)

    resume()
    await written
    expect(await ids()).toEqual(['1'])
  },
)

test('a tab frozen by the browser is suspended until it resumes', async () => {
  const [window, document] = [Object.assign(new EventTarget(), { onpagehide: null }), new EventTarget()]
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', document)
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  vi.resetModules()
  const { throwIfSuspended, suspendCount } = await import('./page-lifecycle.ts')
  document.dispatchEvent(new Event('freeze'))
  expect(throwIfSuspended).toThrow('The page is suspended')
  document.dispatchEvent(new Event('resume'))
  expect(throwIfSuspended).not.toThrow()

  // Entering the back/forward cache fires both events.
  window.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }))
  document.dispatchEvent(new Event('freeze'))
  document.dispatchEvent(new Event('resume'))
  window.dispatchEvent(new Event('pageshow'))
  expect(throwIfSuspended).not.toThrow()
  expect(suspendCount()).toBe(2)
})

test('a page that is seen or used counts as resumed, even if the engine fires no event', async () => {
  const page = new EventTarget()
  const seen = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.stubGlobal('window', { onpagehide: null })
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('document', seen)
  vi.resetModules()
  const own = await import('./page-lifecycle.ts')
  const signs = [
    [page, 'pageshow'],
    [page, 'focus'],
    [seen, 'resume'],
    [seen, 'visibilitychange'],
  ] as const
  for (const [target, name] of signs) {
    own.suspend()
    target.dispatchEvent(new Event(name))
    expect([name, own.isSuspended()]).toEqual([name, false])
  }
  own.suspend()
  seen.visibilityState = 'hidden'
  seen.dispatchEvent(new Event('visibilitychange'))
  expect(own.isSuspended()).toBe(true)
})
