import { expect, test, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { Refused } from './failure.ts'
import { openReadingRoom, type ReadingRoom, type Visit } from './reading-room.ts'

const megabyte = 1024 * 1024
const stays = new AbortController().signal

/**
 * Guests get half of the room: enough for four surveys of this size, whose reading takes eight times as much.
 */
const size = megabyte
const roomForFour = 2 * 4 * 8 * size

/** Records guests in the order of admission; each leaves on request. */
function guestsOf(room: ReadingRoom) {
  const inside: string[] = []
  const visits = new Map<string, Visit>()
  return {
    inside,
    ask(name: string, { link = name, address = name, bytes = size, ended = stays } = {}) {
      const lines = [`link/${link}`, `address/${address}`]
      const asked = room.enter({ guest: true, lines }, bytes, ended).then((visit) => {
        inside.push(name)
        visits.set(name, visit)
      })
      // Requests still waiting when a test ends are rejected.
      void asked.catch(() => undefined)
      return asked
    },
    free: (name: string) => visits.get(name)?.free(),
    leave: (name: string) => visits.get(name)?.leave(),
  }
}

/** Resolves after all follow-up work of the previous step. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('the room never exceeds its limits of bytes and readers', async () => {
  const room = openReadingRoom(roomForFour)
  const guests = guestsOf(room)
  const asked = Array.from({ length: 20 }, (_, n) => guests.ask(`${n}`))
  await settled()
  expect(guests.inside).toHaveLength(4)
  expect(room.guests).toMatchObject({ readers: 4, bytes: roomForFour / 2, open: 20 })
  for (let n = 0; n < 20; n++) {
    guests.free(guests.inside[n] ?? '')
    await settled()
    expect(room.guests.bytes).toBeLessThanOrEqual(roomForFour / 2)
    expect(room.guests.readers).toBeLessThanOrEqual(limits.guestsAtOnce)
  }
  await Promise.all(asked)
  expect(room.guests).toMatchObject({ readers: 0, bytes: 0, open: 20 })
  for (const name of guests.inside) guests.leave(name)
  expect(room.guests).toMatchObject({ readers: 0, bytes: 0, open: 0 })
})

test('guests take nothing from the accounts’ half', async () => {
  const room = openReadingRoom(roomForFour)
  const guests = guestsOf(room)
  for (let n = 0; n < 20; n++) void guests.ask(`${n}`)
  const visit = await room.enter({ guest: false, lines: ['account/1'] }, 4 * size, stays)
  expect(room.accounts).toMatchObject({ readers: 1, open: 1 })
  visit.leave()
  expect(room.accounts).toMatchObject({ readers: 0, bytes: 0, open: 0 })
})

test.each(['link', 'address'] as const)(
  'one %s gets at most half of the room, and its turn',
  async (line) => {
    const guests = guestsOf(openReadingRoom(roomForFour))
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

test('small requests do not overtake a large one forever, and a request larger than the room is read alone', async () => {
  const guests = guestsOf(openReadingRoom(roomForFour))
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

test('a line and the room have limits, and the next request is rejected with a message and a retry time', async () => {
  const room = openReadingRoom(roomForFour)
  const guests = guestsOf(room)
  for (let n = 0; n < limits.readersPerLine; n++) void guests.ask(`${n}`, { link: 'same' })
  await expect(guests.ask('one more', { link: 'same' })).rejects.toMatchObject({
    failure: { code: 'reading.tooMany', retryAfter: 5 },
  })
  for (let n = limits.readersPerLine; n < limits.readersOfAll; n++) void guests.ask(`${n}`)
  await expect(guests.ask('another')).rejects.toMatchObject({ failure: { code: 'reading.busy' } })
  await expect(room.enter({ guest: false, lines: ['account/1'] }, size, stays)).resolves.toBeDefined()
})

test('a request that waits too long is rejected, and a disconnected reader gives up its place', async () => {
  const room = openReadingRoom(roomForFour)
  const guests = guestsOf(room)
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
  expect(room.guests).toMatchObject({ readers: 1, open: 1 })
})
