import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { resume, suspend } from '../store/page-lifecycle.ts'
import { asLeader, takeOverFromSilent } from './leader-election.ts'
import { sendingLock } from './reload-safety.ts'

/** Plays another tab. The module has state: @alone */
const channel = new BroadcastChannel('fieldbook-turn')

beforeEach(() => {
  vi.stubGlobal('document', { visibilityState: 'visible' })
})
afterEach(() => {
  channel.onmessage = null
  vi.unstubAllGlobals()
})
afterAll(() => channel.close())

/** Another tab sends for an account until `over` is called or it loses its turn. */
async function sendsElsewhere(account: string, answers: boolean) {
  const { promise, resolve: over } = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  channel.onmessage = ({ data }) => {
    if (answers && data.kind === 'asks') channel.postMessage({ kind: 'sends', account: data.account })
  }
  const ended = navigator.locks
    .request(sendingLock + account, () => {
      begun.resolve()
      return promise
    })
    .then(
      () => 'over',
      () => 'lost',
    )
  await begun.promise
  return { over, ended }
}

test('a waiting tab does not take over from a sender that replies', async () => {
  const other = await sendsElsewhere('busy', true)
  const work = vi.fn(async () => undefined)
  await takeOverFromSilent('busy', work, 60_000)
  expect(work).not.toHaveBeenCalled()
  other.over()
  expect(await other.ended).toBe('over')
})

test('a visible tab takes over from a silent sender', async () => {
  const other = await sendsElsewhere('silent', false)
  const work = vi.fn(async () => undefined)
  await takeOverFromSilent('silent', work, 50)
  expect(work).toHaveBeenCalledOnce()
  expect(await other.ended).toBe('lost')
  other.over()
})

test('a hidden tab does not take over', async () => {
  const other = await sendsElsewhere('hidden', false)
  vi.stubGlobal('document', { visibilityState: 'hidden' })
  const work = vi.fn(async () => undefined)
  await takeOverFromSilent('hidden', work)
  expect(work).not.toHaveBeenCalled()
  other.over()
  expect(await other.ended).toBe('over')
})

test('a sender replies, learns that it lost its turn, and can send again later', async () => {
  const said: unknown[] = []
  channel.onmessage = ({ data }) => said.push(data)
  const begun = Promise.withResolvers<void>()
  const heard = Promise.withResolvers<void>()
  const turn = asLeader('own', async (lost) => {
    begun.resolve()
    lost.addEventListener('abort', () => heard.resolve())
    await heard.promise
  })
  await begun.promise
  channel.postMessage({ kind: 'asks', account: 'own' })
  await expect.poll(() => said).toEqual([{ kind: 'sends', account: 'own' }])
  await navigator.locks.request(`${sendingLock}own`, { steal: true }, () => undefined)
  await heard.promise
  await expect(turn).rejects.toThrow()
  channel.postMessage({ kind: 'asks', account: 'own' })
  const again = vi.fn(async () => undefined)
  await asLeader('own', again)
  expect(again).toHaveBeenCalledOnce()
  expect(said).toHaveLength(1)
})

test('a suspended page releases its turn at once and aborts its work', async () => {
  const begun = Promise.withResolvers<AbortSignal>()
  const turn = asLeader('put away', async (lost) => {
    begun.resolve(lost)
    await new Promise(() => undefined)
  })
  const lost = await begun.promise
  expect(lost.aborted).toBe(false)
  suspend()
  await turn
  expect(lost.aborted).toBe(true)
  resume()
  const next = vi.fn(async () => undefined)
  await asLeader('put away', next)
  expect(next).toHaveBeenCalledOnce()
})

test('a turn granted to a suspended page passes on, and its work is aborted', async () => {
  const other = await sendsElsewhere('comes late', true)
  const heard = vi.fn()
  const turn = asLeader('comes late', async (lost) => heard(lost.aborted))
  suspend()
  other.over()
  await turn
  expect(heard).toHaveBeenCalledExactlyOnceWith(true)
  resume()
  const next = vi.fn(async () => undefined)
  await asLeader('comes late', next)
  expect(next).toHaveBeenCalledOnce()
})
