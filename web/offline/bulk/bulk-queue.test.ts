import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BulkFileRow } from '../store/rows.ts'
import { type BulkDevice, BulkQueue } from './bulk-queue.ts'
import type { BulkSending, BulkSent } from './send-bulk-file.ts'

type Sending = Omit<BulkSending, 'account'>

const refused = (status: number, message = 'No.', retryAfter?: number): BulkSent => ({
  ok: false,
  status,
  errors: [{ message }],
  message,
  ...(retryAfter === undefined ? {} : { retryAfter }),
})
const taken = ({ id, name }: Sending): BulkSent => ({
  ok: true,
  reply: {
    data: {
      id,
      type: 'attachment',
      attributes: {
        status: 'success',
        files: [{ id, file_name: name, file_url: '', byte_size: 1, kind: null }],
        created_at: '',
      },
    },
  },
})

/** A device with a store, a server whose replies the test sets, and a manual clock. */
class Scene {
  readonly rows = new Map<string, BulkFileRow>()
  readonly bytes = new Map<string, Blob>()
  readonly server = new Map<string, string>()
  readonly sent: string[] = []
  timers: { readonly milliseconds: number; readonly work: () => void }[] = []
  hasRoom = true
  answer: (sending: Sending) => BulkSent | Promise<BulkSent> = taken
  #lock: Promise<unknown> = Promise.resolve()
  readonly queue = this.open()

  /** Opens another page on the same device, or reloads. */
  open(): BulkQueue {
    const device: BulkDevice = {
      read: async () => [...this.rows.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      keep: async (row, file) => {
        if (!this.hasRoom) return false
        this.rows.set(row.id, { ...row, account: 'a', state: 'ready', problem: null, addedAt: '' })
        this.bytes.set(row.id, file)
        return true
      },
      change: async (id, change) => {
        const row = this.rows.get(id)
        if (row) this.rows.set(id, { ...row, ...change })
      },
      bytes: async (id) => this.bytes.get(id) ?? null,
      forget: async (ids) => {
        for (const id of ids) {
          this.rows.delete(id)
          this.bytes.delete(id)
        }
      },
      send: async (sending) => {
        this.sent.push(sending.name)
        const answer = await this.answer(sending)
        if (answer.ok) this.server.set(sending.id, sending.name)
        return answer
      },
      alone: (work) => {
        const own = this.#lock.then(work)
        this.#lock = own.catch(() => undefined)
        return own
      },
      later: (milliseconds, work) => {
        const timer = { milliseconds, work }
        this.timers.push(timer)
        return () => {
          this.timers = this.timers.filter((one) => one !== timer)
        }
      },
      onChange: () => undefined,
      words: { gone: 'Gone.', failed: 'SomeThing Went Wrong' },
    }
    return new BulkQueue(device)
  }

  timePasses(): void {
    const [timer] = this.timers.splice(0, 1)
    timer?.work()
  }
}

const file = (name: string) => new File(['x'], name)
const statesOf = (queue: BulkQueue) => queue.state.files.map(({ name, state }) => `${name} ${state}`)
const becomes = (queue: BulkQueue, states: readonly string[]) =>
  expect.poll(() => statesOf(queue)).toEqual(states)

async function picked(scene: Scene, ...names: string[]) {
  await scene.queue.add(names.map(file))
  return scene.queue
}

describe('files are sent one at a time', () => {
  test('sends no file before it is submitted, and never two at a time', async () => {
    const scene = new Scene()
    const queue = await picked(scene, 'a', 'b')
    expect([statesOf(queue), scene.sent]).toEqual([['a ready', 'b ready'], []])
    let release = () => {}
    scene.answer = (sending) =>
      new Promise((resolve) => {
        sending.progress(1, 4)
        release = () => resolve(taken(sending))
      })
    await queue.submit()
    await becomes(queue, ['a uploading', 'b waiting'])
    expect(queue.state.files[0]?.percent).toBe(25)
    release()
    await becomes(queue, ['a success', 'b uploading'])
    release()
    await becomes(queue, ['a success', 'b success'])
    expect([scene.sent, queue.state.arrived, scene.rows.size, scene.bytes.size]).toEqual([
      ['a', 'b'],
      2,
      0,
      0,
    ])
  })

  test('a rejected file shows the message, the next one continues, and it can be retried alone', async () => {
    const scene = new Scene()
    scene.answer = (sending) => (sending.name === 'b' ? refused(422, 'There is no room.') : taken(sending))
    const queue = await picked(scene, 'a', 'b', 'c')
    await queue.submit()
    await becomes(queue, ['a success', 'b failed', 'c success'])
    const failed = queue.state.files[1]
    expect([failed?.problem, queue.state.failures]).toEqual(['There is no room.', 0])
    scene.answer = taken
    await queue.retry(failed?.id ?? '')
    await becomes(queue, ['a success', 'b success', 'c success'])
    expect(scene.sent).toEqual(['a', 'b', 'c', 'b'])
  })

  test('distinguishes a server failure from a rejection, and submitting retries all failed files', async () => {
    const scene = new Scene()
    scene.answer = () => refused(500, 'Internal')
    const queue = await picked(scene, 'a', 'b')
    await queue.submit()
    await becomes(queue, ['a failed', 'b failed'])
    expect([queue.state.failures, queue.state.files[0]?.problem]).toEqual([2, 'SomeThing Went Wrong'])
    scene.answer = taken
    await queue.submit()
    await becomes(queue, ['a success', 'b success'])
  })
})

describe('a lost network', () => {
  test('fails no file: it waits, longer each time, and continues by itself', async () => {
    const scene = new Scene()
    scene.answer = () => refused(0)
    const queue = await picked(scene, 'a', 'b')
    await queue.submit()
    await expect.poll(() => queue.state.waitsFor).toBe('network')
    expect(statesOf(queue)).toEqual(['a waiting', 'b waiting'])
    const first = scene.timers[0]?.milliseconds ?? 0
    scene.timePasses()
    await expect.poll(() => scene.timers.length).toBe(1)
    expect(scene.timers[0]?.milliseconds).toBeGreaterThan(first)
    scene.answer = taken
    scene.timePasses()
    await becomes(queue, ['a success', 'b success'])
    expect([scene.sent, queue.state.waitsFor]).toEqual([['a', 'a', 'a', 'b'], null])
  })

  test('waits as long as the server asks', async () => {
    const scene = new Scene()
    scene.answer = () => refused(429, 'Too many.', 90)
    const queue = await picked(scene, 'a')
    await queue.submit()
    await expect.poll(() => scene.timers.map(({ milliseconds }) => milliseconds)).toEqual([90_000])
    expect([statesOf(queue), queue.state.reason]).toEqual([['a waiting'], 'Too many.'])
  })

  test('keeps the files when the session ends, until the next login', async () => {
    const scene = new Scene()
    scene.answer = () => refused(401)
    const queue = await picked(scene, 'a')
    await queue.submit()
    await expect.poll(() => queue.state.waitsFor).toBe('login')
    expect([statesOf(queue), scene.timers]).toEqual([['a waiting'], []])
    scene.answer = taken
    queue.resume()
    await becomes(queue, ['a success'])
  })
})

describe('after a reload', () => {
  test('continues submitted files and keeps picked ones, under the same ids', async () => {
    const scene = new Scene()
    scene.answer = () => refused(0)
    const before = await picked(scene, 'a', 'b')
    await before.submit()
    await expect.poll(() => before.state.waitsFor).toBe('network')
    await before.add([file('c')])
    scene.answer = taken
    const after = scene.open()
    await after.reload()
    await becomes(after, ['a success', 'b success', 'c ready'])
    expect([...scene.server.keys()]).toEqual(before.state.files.slice(0, 2).map(({ id }) => id))
  })

  test('requests a lost reply again under the same id', async () => {
    const scene = new Scene()
    scene.answer = (sending) => {
      scene.server.set(sending.id, sending.name)
      return refused(0)
    }
    const queue = await picked(scene, 'a')
    await queue.submit()
    await expect.poll(() => queue.state.waitsFor).toBe('network')
    scene.answer = taken
    const after = scene.open()
    await after.reload()
    await becomes(after, ['a success'])
    expect(scene.server.size).toBe(1)
  })

  test('reports bytes that the browser cleared without delaying other files', async () => {
    const scene = new Scene()
    const queue = await picked(scene, 'a', 'b')
    scene.bytes.delete(queue.state.files[0]?.id ?? '')
    await queue.submit()
    await becomes(queue, ['a failed', 'b success'])
    expect(queue.state.files[0]?.problem).toBe('Gone.')
  })
})

describe('removing files', () => {
  test('aborts a file that is being sent, and clearing removes everything from the device', async () => {
    const scene = new Scene()
    const queue = await picked(scene, 'a', 'b')
    scene.answer = ({ signal }) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve(refused(0))))
    await queue.submit()
    await becomes(queue, ['a uploading', 'b waiting'])
    await queue.remove(queue.state.files[0]?.id ?? '')
    await becomes(queue, ['b uploading'])
    await queue.clear()
    expect([statesOf(queue), scene.rows.size, scene.bytes.size]).toEqual([[], 0, 0])
    await expect.poll(() => [queue.state.waitsFor, scene.timers.length]).toEqual([null, 0])
  })

  test('removes files from the list that another tab sent or removed', async () => {
    const scene = new Scene()
    const queue = await picked(scene, 'a', 'b')
    const other = scene.open()
    await other.reload()
    await other.remove(other.state.files[0]?.id ?? '')
    await other.submit()
    await becomes(other, ['b success'])
    await queue.reload()
    expect(statesOf(queue)).toEqual([])
    expect(scene.sent).toEqual(['b'])
  })
})

test('sends a file from memory if the device has no room, and marks it as temporary', async () => {
  const scene = new Scene()
  scene.hasRoom = false
  const queue = await picked(scene, 'a')
  expect(queue.state.files.map(({ kept }) => kept)).toEqual([false])
  await queue.reload()
  expect(statesOf(queue)).toEqual(['a ready'])
  await queue.submit()
  await becomes(queue, ['a success'])
  expect(scene.server.size).toBe(1)
})

test('a file deleted before it was stored fails with a message instead of waiting', async () => {
  const scene = new Scene()
  scene.hasRoom = false
  const gone = file('a')
  await scene.queue.add([gone])
  gone.slice = () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }) as unknown as Blob
  await scene.queue.submit()
  await becomes(scene.queue, ['a failed'])
  expect([scene.queue.state.files[0]?.problem, scene.sent]).toEqual(['Gone.', []])
})

test('for any network and two tabs, each file arrives once and nothing else remains', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('add' as const), tab: fc.nat(1) }),
    fc.record({ kind: fc.constant('submit' as const), tab: fc.nat(1) }),
    fc.record({ kind: fc.constant('time' as const) }),
    fc.record({ kind: fc.constant('reload' as const), tab: fc.nat(1) }),
    fc.record({ kind: fc.constant('network' as const), up: fc.boolean(), heard: fc.boolean() }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const scene = new Scene()
      const tabs = [scene.queue, scene.open()]
      const names: string[] = []
      for (const [at, one] of steps.entries()) {
        const tab = 'tab' in one ? tabs[one.tab] : undefined
        if (one.kind === 'add') {
          names.push(String(at))
          await tab?.add([file(String(at))])
        }
        if (one.kind === 'submit') await tab?.submit()
        if (one.kind === 'time') scene.timePasses()
        if (one.kind === 'reload') {
          tabs[one.tab] = scene.open()
          await tabs[one.tab]?.reload()
        }
        if (one.kind === 'network')
          scene.answer = (sending) => {
            if (one.heard) scene.server.set(sending.id, sending.name)
            return one.up ? taken(sending) : refused(0)
          }
      }
      scene.answer = taken
      const last = scene.open()
      await last.reload()
      await last.submit()
      await expect
        .poll(() => {
          scene.timePasses()
          return scene.rows.size
        })
        .toBe(0)
      expect([...scene.server.values()].toSorted()).toEqual(names.toSorted())
    }),
    { numRuns: 40 },
  )
})
