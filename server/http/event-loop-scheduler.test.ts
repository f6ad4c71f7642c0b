import { expect, test } from 'vitest'
import { EventLoopScheduler } from './event-loop-scheduler.ts'

/** A clock that advances with work that blocks the loop. Waiting work runs in the order of its time. */
class WorkClock {
  #now = 0
  #waiting: { readonly at: number; readonly go: () => void }[] = []
  worked = () => this.#now
  wait = (milliseconds: number) =>
    new Promise<void>((go) => this.#waiting.push({ at: this.#now + milliseconds, go }))
  work(milliseconds: number): void {
    this.#now += milliseconds
  }

  async passUntil(end: number): Promise<void> {
    for (;;) {
      // All due work has started by now: it runs or waits.
      await new Promise(setImmediate)
      const next = this.#waiting.sort((a, b) => a.at - b.at)[0]
      if (!next || next.at > end) break
      this.#waiting.shift()
      this.#now = Math.max(this.#now, next.at)
      next.go()
    }
    this.#now = Math.max(this.#now, end)
  }
}

test('twenty connections of one source get 4 % of the loop, and other sources do not wait', async () => {
  const clock = new WorkClock()
  const share = new EventLoopScheduler(clock)
  const order: number[] = []
  let busy = 0
  for (let connection = 0; connection < 20; connection++)
    void share.run('hostile', () => {
      clock.work(50)
      busy += 50
      order.push(connection)
    })
  await clock.passUntil(20_000)
  expect(busy / 20_000).toBeLessThan(0.045)
  expect(order).toEqual([...order.keys()])
  expect(order.length).toBeGreaterThan(15)
  const begun = clock.worked()
  expect(await share.run('honest', () => clock.worked())).toBe(begun)
  await clock.passUntil(40_000)
  expect(order).toHaveLength(20)
})

test('short work rests briefly, and a source that rested starts at once', async () => {
  const clock = new WorkClock()
  const share = new EventLoopScheduler(clock)
  const begun: number[] = []
  const piece = () =>
    share.run('one', () => {
      begun.push(clock.worked())
      clock.work(1)
    })
  void piece()
  void piece()
  await clock.passUntil(1_000)
  void piece()
  await clock.passUntil(2_000)
  expect(begun).toEqual([0, 25, 1_000])
})

test('work that fails rejects only its own call', async () => {
  const share = new EventLoopScheduler({ worked: () => 0, wait: async () => undefined })
  const failing = share.run('one', () => {
    throw new Error('broken')
  })
  const after = share.run('one', () => 'done')
  await expect(failing).rejects.toThrow('broken')
  expect(await after).toBe('done')
})
