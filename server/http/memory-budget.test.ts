import { expect, test, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { Refused } from './failure.ts'
import { type MemoryBudget, openMemoryBudget, type Reservation } from './memory-budget.ts'

const megabyte = 1024 * 1024
const stays = new AbortController().signal

/**
 * Guests get half of the budget: enough for four surveys of this size, whose reading takes eight times as much.
 */
const size = megabyte
const roomForFour = 2 * 4 * 8 * size

/** Records guests in the order of admission; each leaves on request. */
function guestsOf(budget: MemoryBudget) {
  const inside: string[] = []
  const reservations = new Map<string, Reservation>()
  return {
    inside,
    ask(name: string, { link = name, address = name, bytes = size, ended = stays } = {}) {
      const lines = [`link/${link}`, `address/${address}`]
      const asked = budget.enter({ guest: true, lines }, bytes, ended).then((reservation) => {
        inside.push(name)
        reservations.set(name, reservation)
      })
      // Requests still waiting when a test ends are rejected.
      void asked.catch(() => undefined)
      return asked
    },
    free: (name: string) => reservations.get(name)?.free(),
    leave: (name: string) => reservations.get(name)?.leave(),
  }
}

/** Resolves after all follow-up work of the previous step. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('the budget never exceeds its limits of bytes and readers', async () => {
  const budget = openMemoryBudget(roomForFour)
  const guests = guestsOf(budget)
  const asked = Array.from({ length: 20 }, (_, n) => guests.ask(`${n}`))
  await settled()
  expect(guests.inside).toHaveLength(4)
  expect(budget.guests).toMatchObject({ readers: 4, bytes: roomForFour / 2, open: 20 })
  for (let n = 0; n < 20; n++) {
    guests.free(guests.inside[n] ?? '')
    await settled()
    expect(budget.guests.bytes).toBeLessThanOrEqual(roomForFour / 2)
    expect(budget.guests.readers).toBeLessThanOrEqual(limits.guestsAtOnce)
  }
  await Promise.all(asked)
  expect(budget.guests).toMatchObject({ readers: 0, bytes: 0, open: 20 })
  for (const name of guests.inside) guests.leave(name)
  expect(budget.guests).toMatchObject({ readers: 0, bytes: 0, open: 0 })
})

test('guests take nothing from the accounts’ half', async () => {
  const budget = openMemoryBudget(roomForFour)
  const guests = guestsOf(budget)
  for (let n = 0; n < 20; n++) void guests.ask(`${n}`)
  const reservation = await budget.enter({ guest: false, lines: ['account/1'] }, 4 * size, stays)
  expect(budget.accounts).toMatchObject({ readers: 1, open: 1 })
  reservation.leave()
  expect(budget.accounts).toMatchObject({ readers: 0, bytes: 0, open: 0 })
})

test.each(['link', 'address'] as const)(
  'one %s gets at most half of the budget, and its turn',
  async (line) => {
    const guests = guestsOf(openMemoryBudget(roomForFour))
    for (let n = 0; n < 20; n++) void guests.ask(`many${n}`, { [line]: 'many' })
    await settled()
    expect(guests.inside).toEqual(['many0', 'many1'])
    void guests.ask('one')
    void guests.ask('another')
    await settled()
    expect(guests.inside).toEqual(['many0', 'many1', 'one', 'another'])
    void guests.ask('third')
    guests.free('one')
    await settled()
    expect(guests.inside).toContain('third')
  },
)

test('small requests do not overtake a large one forever, and a request larger than the budget is read alone', async () => {
  const guests = guestsOf(openMemoryBudget(roomForFour))
  void guests.ask('small')
  void guests.ask('huge', { bytes: 500 * size })
  void guests.ask('later')
  await settled()
  expect(guests.inside).toEqual(['small'])
  guests.free('small')
  await settled()
  expect(guests.inside).toEqual(['small', 'huge'])
  guests.free('huge')
  await settled()
  expect(guests.inside).toEqual(['small', 'huge', 'later'])
})

test('a line and the budget have limits, and the next request is rejected with a message and a retry time', async () => {
  const budget = openMemoryBudget(roomForFour)
  const guests = guestsOf(budget)
  for (let n = 0; n < limits.readersPerLine; n++) void guests.ask(`${n}`, { link: 'same' })
  await expect(guests.ask('one more', { link: 'same' })).rejects.toMatchObject({
    failure: { code: 'reading.tooMany', retryAfter: 5 },
  })
  for (let n = limits.readersPerLine; n < limits.readersOfAll; n++) void guests.ask(`${n}`)
  await expect(guests.ask('another')).rejects.toMatchObject({ failure: { code: 'reading.busy' } })
  await expect(budget.enter({ guest: false, lines: ['account/1'] }, size, stays)).resolves.toBeDefined()
})

test('a request that waits too long is rejected, and a disconnected reader gives up its place', async () => {
  const budget = openMemoryBudget(roomForFour)
  const guests = guestsOf(budget)
  void guests.ask('huge', { bytes: 500 * size })
  await settled()
  const late = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal)
  const waits = guests.ask('waits')
  timeout.mockRestore()
  const gone = new AbortController()
  const goes = guests.ask('goes', { ended: gone.signal })
  gone.abort(new Error('went away'))
  await expect(goes).rejects.toThrow('went away')
  late.abort()
  await expect(waits).rejects.toThrow(Refused)
  expect(budget.guests).toMatchObject({ readers: 1, open: 1 })
})
