import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AnswerState,
  confirmedAnswer,
  type DatedValue,
  type Mergeable,
  mergeAnswer,
  type OwnAnswer,
  reduceAnswer,
  resendBase,
  type ServerAnswer,
} from './answer-state.ts'
import type { Conflict } from './conflict.ts'

/** A time on one morning. */
const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 9, minute)).toISOString()

function word(value: string, revision: number, minute: number): ServerAnswer {
  return { value, values: [], copiedFrom: null, editedAt: at(minute), revision }
}

const nothing: AnswerState = { server: null, own: null }

describe('a restored server', () => {
  test.each([
    ['the server has it', word('Pier', 2, 5), word('Pier', 2, 5), null],
    ['it has the same value under another revision', word('Pier', 4, 5), word('Pier', 2, 3), null],
    ['it has no answer', word('Pier', 2, 5), null, 0],
    ['it has the previous value', word('Pier', 4, 5), word('Dock', 2, 3), 2],
    ['it has the previous value under a higher revision', word('Pier', 2, 5), word('Dock', 3, 3), 3],
    [
      'it has the previous value with the same time, from a slow clock',
      word('Pier', 3, 5),
      word('Dock', 2, 5),
      2,
    ],
    ['it has a successor with the same time', word('Pier', 2, 5), word('Dock', 3, 5), null],
    ['it has a successor', word('Pier', 2, 5), word('Dock', 3, 7), null],
    ['it has a later value, entered without seeing it', word('Pier', 4, 5), word('Dock', 3, 7), 0],
  ])('resends a confirmed answer only if the server lost it: %s (%#)', (_, known, there, base) => {
    expect(resendBase(known, there)).toBe(base)
  })

  test.each([
    ['the server has its base value', word('Pier', 2, 5), word('Pier', 2, 5), 2],
    ['the server has the value before its base', word('Pier', 2, 5), word('Dock', 1, 3), 1],
    ['the server has no answer', word('Pier', 2, 5), null, 0],
    ['another user answered since without seeing its base', word('Pier', 2, 5), word('Dock', 1, 7), 0],
    ['another user answered later, after seeing its base', word('Pier', 2, 5), word('Dock', 3, 7), 2],
    ['the device knew no earlier answer', null, word('Dock', 3, 7), 2],
  ])('bases an unsent edit on the restored server if %s', (_, known, there, base) => {
    const own = { value: 'Quay', values: [], editedAt: at(9), baseRevision: 2, entry: 'e', conflict: null }
    const after = reduceAnswer({ server: known, own }, { kind: 'rolled-back', server: there })
    expect(after).toEqual({ server: there, own: { ...own, baseRevision: base } })
  })

  test('keeps open questions and drops other confirmed answers', () => {
    const own = { value: 'Quay', values: [], editedAt: at(9), baseRevision: 2, entry: '', conflict: null }
    const other = { value: 'Dock', values: [] }
    const conflict: Conflict = { stands: 'own', own, other, revision: 2 }
    const back = { kind: 'rolled-back', server: null } as const
    expect(reduceAnswer({ server: null, own }, back).own).toBeNull()
    expect(reduceAnswer({ server: null, own: { ...own, conflict } }, back).own).toMatchObject({
      baseRevision: 0,
      conflict: { stands: 'own', other, revision: 0 },
    })
  })
})

test('drops a confirmed answer after a full read but keeps questions and newer edits', () => {
  const own = { value: 'Quay', values: [], editedAt: at(9), baseRevision: 2, entry: '', conflict: null }
  const copyOf = (revision: number, isWhole = true) =>
    ({ kind: 'received', server: word('Quay', revision, 9), isWhole }) as const
  expect(reduceAnswer({ server: null, own }, copyOf(2)).own).toBeNull()
  expect(reduceAnswer({ server: null, own }, copyOf(1)).own).toBe(own)
  expect(reduceAnswer({ server: null, own }, copyOf(2, false)).own).toBe(own)
  const waits = { ...own, entry: 'e' }
  expect(reduceAnswer({ server: null, own: waits }, copyOf(3)).own).toBe(waits)
  const asked = { ...own, conflict: { stands: 'own', own, other: { value: 'Dock', values: [] } } } as const
  expect(reduceAnswer<OwnAnswer>({ server: null, own: asked }, copyOf(3)).own).toBe(asked)
})

test('keeps a newer edit when the reply to an earlier one arrives', () => {
  const own = {
    value: 'Quay 2',
    values: [],
    editedAt: at(9),
    baseRevision: 1,
    entry: 'second',
    conflict: null,
  }
  const event = { kind: 'acknowledged', entry: 'first', sent: { value: 'Quay', values: [] } } as const
  const saved = { ...event, revision: 2, stands: null, conflict: null }
  expect(reduceAnswer({ server: null, own }, saved).own).toMatchObject({ value: 'Quay 2', baseRevision: 2 })
  const overruled = { ...saved, stands: { value: 'Dock', values: [] } }
  expect(reduceAnswer({ server: null, own }, overruled).own).toBe(own)
})

test("keeps the base of an edit that was made before another user's value arrived", () => {
  const own = { value: 'Quay', values: [], editedAt: at(9), baseRevision: 5, entry: '' }
  const other = { value: 'Dock', values: [] }
  const before: OwnAnswer = { ...own, ...other, conflict: { stands: 'other', own, other, revision: 5 } }
  const typed = { value: 'Quay 2', values: [], editedAt: at(10), baseRevision: 3, entry: 'e' }
  const given = { kind: 'edited', own: typed } as const
  expect(
    reduceAnswer({ server: null, own: before }, { ...given, conflict: undefined }).own.baseRevision,
  ).toBe(3)
  // An edit that resolves the question has seen the value.
  expect(reduceAnswer({ server: null, own: before }, { ...given, conflict: null }).own.baseRevision).toBe(5)
})

interface Sent {
  readonly entry: string
  readonly given: DatedValue
  readonly baseRevision: number
}

interface Reply {
  readonly sent: Sent
  readonly revision: number
  readonly stands: DatedValue | null
  readonly conflict: Conflict | null
}

/** One answer on the server, merged by `mergeAnswer`, with all edits that it received and all that lost. */
class Server {
  answer: Mergeable = { value: '', values: [], copiedFrom: null, editedAt: null, revision: 0 }
  /** By the idempotency keys of the calls. */
  #replies = new Map<string, Reply>()
  #given: DatedValue[] = []
  gaveWay: DatedValue[] = []
  #before: Mergeable[] = [this.answer]

  take(sent: Sent): Reply {
    const known = this.#replies.get(sent.entry)
    if (known) return known
    const { given, baseRevision } = sent
    const merged = mergeAnswer(this.answer, { ...given, baseRevision }, at(999), this.#given)
    this.#given.push(given)
    this.answer = merged.answer
    this.#before.push(merged.answer)
    const lost = 'lost' in merged ? merged.lost : null
    if (lost) this.gaveWay.push(lost)
    const isKept = merged.kind === 'rejected-with-conflict'
    const other = isKept ? merged.answer : lost
    const conflict = other && {
      stands: isKept ? ('other' as const) : ('own' as const),
      own: given,
      other,
      revision: merged.answer.revision,
    }
    const reply = { sent, revision: merged.answer.revision, stands: isKept ? merged.answer : null, conflict }
    this.#replies.set(sent.entry, reply)
    return reply
  }

  /** Returns an earlier state, as in a late event or read. */
  ago(steps: number): Mergeable {
    return this.#before.at(-1 - Math.min(steps, this.#before.length - 1)) ?? this.answer
  }

  putBack(steps: number): void {
    this.answer = this.ago(steps)
    this.#before = this.#before.slice(0, Math.max(1, this.#before.length - steps))
    this.#replies.clear()
    this.#given = []
  }
}

/** A device's stored state of one answer and its unacknowledged calls. */
class Device {
  state = nothing
  /** Replies that have not arrived yet. */
  coming: Reply[] = []
  #flying: Sent | null = null
  #entries = 0
  readonly #name: string

  constructor(name: string) {
    this.#name = name
  }

  type(value: string, minute: number): void {
    const { own } = this.state
    const isOpen = own !== null && own.entry !== '' && own.entry !== this.#flying?.entry
    const entry = isOpen ? own.entry : `${this.#name}${++this.#entries}`
    const baseRevision = confirmedAnswer(this.state)?.revision ?? 0
    const given = { value, values: [], copiedFrom: null, editedAt: at(minute), baseRevision, entry }
    this.state = reduceAnswer(this.state, { kind: 'edited', own: given, conflict: undefined })
  }

  /** One call at a time, repeated unchanged until acknowledged. */
  send(server: Server, isAnswered: boolean): void {
    const { own } = this.state
    if (this.coming.length > 0) return
    if (!this.#flying && own && own.entry !== '') {
      const { value, values, copiedFrom = null, editedAt, baseRevision, entry } = own
      this.#flying = { entry, given: { value, values, copiedFrom, editedAt }, baseRevision }
    }
    if (!this.#flying) return
    const reply = server.take(this.#flying)
    if (isAnswered) this.coming.push(reply)
  }

  hearReply(): void {
    const reply = this.coming.shift()
    if (!reply) return
    this.#flying = null
    const { sent, revision, stands, conflict } = reply
    const event = { kind: 'acknowledged', entry: sent.entry, sent: sent.given } as const
    this.state = reduceAnswer(this.state, { ...event, revision, stands, conflict })
  }

  hear(answer: Mergeable, isWhole: boolean): void {
    const { value, values, revision, editedAt, copiedFrom = null } = answer
    const server = { value, values, revision, editedAt, copiedFrom }
    this.state = reduceAnswer(this.state, { kind: 'received', server, isWhole })
  }

  /** Like `reconcile.ts`: bases unsent edits on the restored server and resends lost ones. */
  reconcile({ answer }: Server): void {
    this.coming = []
    this.#flying = null
    const there = answer.editedAt === null ? null : { ...answer, copiedFrom: answer.copiedFrom ?? null }
    const known = confirmedAnswer(this.state)
    const waits = this.state.own !== null && this.state.own.entry !== ''
    const base = known?.editedAt == null || waits ? null : resendBase(known, there)
    this.state = reduceAnswer(this.state, { kind: 'rolled-back', server: there })
    if (base !== null && known?.editedAt != null) {
      const { value, values, copiedFrom, editedAt } = known
      const entry = `${this.#name}${++this.#entries}`
      const own = { value, values, copiedFrom, editedAt, baseRevision: base, entry, conflict: null }
      this.state = { ...this.state, own }
    } else if (this.state.own && this.state.own.entry !== '') {
      const entry = `${this.#name}${++this.#entries}`
      this.state = { ...this.state, own: { ...this.state.own, entry } }
    }
  }

  get waits(): boolean {
    return this.#flying !== null || this.coming.length > 0 || (this.state.own?.entry ?? '') !== ''
  }
}

const step = fc.record({
  what: fc.constantFrom('type', 'type', 'send', 'send', 'lose reply', 'reply', 'event', 'reading'),
  device: fc.nat(2),
  /** The delay of received events. */
  ago: fc.nat(4),
  minute: fc.nat(300),
})
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/**
 * Returns each device's last typed value. `from`: the start of one person's clock; null = clocks of several
 * people, which may differ.
 */
function play(server: Server, devices: readonly Device[], steps: readonly Step[], from: number | null) {
  const last = new Map<Device, string>()
  for (const [index, { what, device: nth, ago, minute }] of steps.entries()) {
    const device = devices[nth % devices.length]
    if (!device) continue
    if (what === 'type') {
      const value = `word ${(from ?? 0) + index}`
      device.type(value, from === null ? minute : from + index)
      last.set(device, value)
    }
    if (what === 'send' || what === 'lose reply') device.send(server, what === 'send')
    if (what === 'reply') device.hearReply()
    if (what === 'event') device.hear(server.ago(ago), false)
    // A read that was overtaken by a sent edit is repeated (`confirmedChangeCount`, `mayBeOld`).
    if (what === 'reading') device.hear(server.answer, true)
  }
  return last
}

function sendAll(server: Server, devices: readonly Device[]): void {
  for (let round = 0; round < 50 && devices.some(({ waits }) => waits); round++) {
    for (const device of devices) {
      device.send(server, true)
      device.hearReply()
    }
  }
  for (const device of devices) device.hear(server.answer, true)
}

const far = { numRuns: 2_000 }

test('never conflicts with itself on one device and ends with the last edit', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const [server, device] = [new Server(), new Device('a')]
      const last = play(server, [device], steps, 0)
      sendAll(server, [device])
      expect(server.gaveWay).toEqual([])
      expect(device.waits).toBe(false)
      expect(server.answer.value).toBe(last.get(device) ?? '')
      expect(confirmedAnswer(device.state)?.value).toBe(server.answer.value)
      expect(device.state.own).toBeNull()
    }),
    far,
  )
})

test('makes three devices agree with the server and loses no last edit silently', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const server = new Server()
      const devices = [new Device('a'), new Device('b'), new Device('c')]
      const last = play(server, devices, steps, null)
      sendAll(server, devices)
      for (const device of devices) {
        expect(device.waits).toBe(false)
        expect(confirmedAnswer(device.state)).toMatchObject({
          value: server.answer.value,
          revision: server.answer.revision,
        })
      }
      const values = [server.answer, ...server.gaveWay].map(({ value }) => value)
      const asked = devices.flatMap(({ state }) => {
        const conflict = state.own?.conflict
        return conflict ? [conflict.own, conflict.other, ...(conflict.earlier ?? [])] : []
      })
      for (const value of last.values()) {
        // A user who edited the value after seeing it knows it.
        const found = [...values, ...asked.map((one) => one.value)].includes(value)
        expect(found || hasStood(value, server)).toBe(true)
      }
    }),
    far,
  )
})

/** Whether the value was once current: replacing it without a conflict means having seen it. */
function hasStood(value: string, server: Server): boolean {
  return Array.from({ length: 80 }, (_, steps) => server.ago(steps)).some((one) => one.value === value)
}

test('restores lost answers on a restored server, even during a call', () => {
  const before = fc.array(step, { maxLength: 25 })
  fc.assert(
    fc.property(before, before, fc.nat(6), (first, second, steps) => {
      const [server, device] = [new Server(), new Device('a')]
      const typed = play(server, [device], first, 0)
      const said = [device.state.own?.value, confirmedAnswer(device.state)?.value]
      server.putBack(steps)
      device.reconcile(server)
      const later = play(
        server,
        [device],
        second.map((one) => ({ ...one, ago: 0 })),
        first.length,
      )
      sendAll(server, [device])
      const last = later.get(device) ?? typed.get(device) ?? ''
      expect(said).toContain(typed.get(device) ?? said[0])
      expect([server.answer, ...server.gaveWay].map(({ value }) => value)).toContain(last)
      expect(confirmedAnswer(device.state)?.value ?? '').toBe(server.answer.value)
    }),
    far,
  )
})
