import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type IncomingEdit, type Mergeable, mergeAnswer } from './merge.ts'

const now = minute(60)
const never: Mergeable = { value: '', values: [], editedAt: null, revision: 0 }

test('the first answer is taken', () => {
  const merged = mergeAnswer(never, edit('Basement', 1, 0), now)
  expect(merged.kind).toBe('taken')
  expect(merged.answer).toMatchObject({ value: 'Basement', editedAt: minute(1), revision: 1 })
})

test('who changes the current value simply edits, even on a slow clock', () => {
  const merged = mergeAnswer(stored('Basement', 10, 3), edit('Roof', 5, 3), now)
  expect(merged.kind).toBe('taken')
  expect(merged.answer).toMatchObject({ value: 'Roof', editedAt: minute(10), revision: 4 })
})

test('a later edit without sight of the current value stands, and the other is reported', () => {
  const merged = mergeAnswer(stored('Basement', 10, 3), edit('Roof', 20, 2), now)
  expect(merged).toMatchObject({
    kind: 'taken-with-conflict',
    answer: { value: 'Roof', revision: 4 },
    lost: { value: 'Basement', editedAt: minute(10) },
  })
})

test('an earlier edit without sight of the current value gives way, and is reported', () => {
  const current = stored('Basement', 10, 3)
  const merged = mergeAnswer(current, edit('Roof', 5, 2), now)
  expect(merged).toMatchObject({ kind: 'kept-with-conflict', lost: { value: 'Roof', editedAt: minute(5) } })
  expect(merged.answer).toBe(current)
})

test('the same value from two devices is no conflict', () => {
  const current = stored('Basement', 10, 3)
  expect(mergeAnswer(current, edit('Basement', 5, 0), now)).toEqual({ kind: 'unchanged', answer: current })
  expect(mergeAnswer(current, edit('Basement', 30, 3), now)).toEqual({ kind: 'unchanged', answer: current })
  const later = mergeAnswer(current, edit('Basement', 30, 0), now)
  expect(later).toMatchObject({ kind: 'taken', answer: { value: 'Basement', editedAt: minute(30) } })
})

test('the same value again without a time changes nothing', () => {
  const current = stored('Basement', 10, 3)
  const again = { ...edit('Basement', 0, null), editedAt: null }
  expect(mergeAnswer(current, again, now)).toEqual({ kind: 'unchanged', answer: current })
})

test('a clock more than five minutes ahead counts as now, a little ahead as it says', () => {
  const far = mergeAnswer(never, edit('Roof', 66, 0), now)
  expect(far.answer.editedAt).toBe(now)
  expect(mergeAnswer(never, edit('Roof', 65, 0), now).answer.editedAt).toBe(minute(65))
})

test('who finds a copied value right takes its mark away, without a conflict', () => {
  const copied = { ...stored('Basement', 10, 3), copiedFrom: 'unit 3' }
  const checked = mergeAnswer(copied, edit('Basement', 20, 3), now)
  expect(checked).toMatchObject({
    kind: 'taken',
    answer: { value: 'Basement', copiedFrom: null, revision: 4 },
  })
})

test('a sender of whom nobody knows what they saw edits as of now, and what gave way is reported', () => {
  const merged = mergeAnswer(stored('Basement', 10, 3), { ...edit('Roof', 0, null), editedAt: null }, now)
  expect(merged).toMatchObject({
    kind: 'taken-with-conflict',
    answer: { value: 'Roof', editedAt: now },
    lost: { value: 'Basement' },
  })
})

test('an edit that arrived before changes nothing, though others came since', () => {
  const current = stored('Roof', 20, 2)
  const old = edit('Basement', 10, 0)
  expect(mergeAnswer(current, old, now, [old])).toEqual({ kind: 'unchanged', answer: current })
})

test('of two who both saw a value from a clock ahead of theirs, the later one stands in either order', () => {
  const seen = stored('Basement', 30, 1)
  const [roof, wall] = [edit('Roof', 27, 1), edit('Wall', 28, 1)]
  const orders = [
    [roof, wall],
    [wall, roof],
  ].map((order) => {
    const device = serverOf(seen)
    for (const one of order) device.take(one)
    return device.answer
  })
  expect(orders.map(({ value, editedAt }) => [value, editedAt])).toEqual([
    ['Wall', minute(30)],
    ['Wall', minute(30)],
  ])
})

test('devices agree whatever the order of arrival, and no value vanishes', () => {
  fc.assert(
    fc.property(devices, orderOfArrival, orderOfArrival, (sent, orderA, orderB) => {
      const a = play(sent, orderA)
      const b = play(sent, orderB)
      expect(content(a.answer)).toEqual(content(b.answer))
      for (const { answer, told } of [a, b]) {
        const given = ['Start', ...sent.flat().map(({ value }) => value)]
        expect(new Set([answer.value, ...told])).toEqual(new Set(given))
      }
    }),
    { numRuns: 4_000 },
  )
})

test('everything sent again, in any order, changes nothing', () => {
  fc.assert(
    fc.property(devices, orderOfArrival, fc.infiniteStream(fc.nat()), (sent, order, chance) => {
      const server = play(sent, order)
      const before = server.answer
      const again = sent.flat().map((one) => ({ one, rank: chance.next().value ?? 0 }))
      for (const { one } of again.toSorted((a, b) => a.rank - b.rank))
        expect(server.take({ ...one, baseRevision: 1 }).kind).toBe('unchanged')
      expect(server.answer).toBe(before)
    }),
    { numRuns: 1_000 },
  )
})

/** How far a clock is off, in minutes: right, a little ahead as is let through, and a day in either direction. */
const clocks = fc.constantFrom(0, 4, -3, -day(), day())

/**
 * What one device sends without network: each edit changes its last one, later by the device's own clock. All have
 * seen the first value. Devices do not see each other, and build on their own edits once these are answered.
 */
const edits = fc
  .tuple(
    clocks,
    fc.uniqueArray(
      fc.record({
        at: fc.nat(29),
        value: fc.constantFrom('A', 'B', 'C', 'D'),
        from: fc.constantFrom(null, 'unit 3'),
      }),
      { minLength: 1, maxLength: 4, selector: ({ at }) => at },
    ),
  )
  .map(([ahead, all]) =>
    all
      .toSorted((a, b) => a.at - b.at)
      .filter(({ value, from }, index, sorted) => {
        const last = sorted[index - 1]
        return last?.value !== value || last.from !== from
      })
      .map(({ at, value, from }) => ({ ...edit(value, 30 + at + ahead, 1), copiedFrom: from })),
  )
const devices = fc.array(edits, { minLength: 2, maxLength: 3 })
/** Which device's next edit comes next; what is left comes in the devices' order. */
const orderOfArrival = fc.array(fc.nat(2), { minLength: 12, maxLength: 12 })

/** What a server does with arriving edits: merges, and keeps every value that gave way. */
function serverOf(start: Mergeable) {
  const arrived: IncomingEdit[] = []
  /** When each value that ever stood was given, by its revision. */
  const times = new Map([[start.revision, start.editedAt]])
  const server = {
    answer: start,
    /** The values that were replaced, or lost. */
    told: [] as string[],
    take(sent: IncomingEdit) {
      const seenAt = times.get(sent.baseRevision ?? 0) ?? null
      const merged = mergeAnswer(server.answer, { ...sent, seenAt }, now, arrived)
      arrived.push(sent)
      if (merged.kind === 'kept-with-conflict') server.told.push(merged.lost.value)
      else if (merged.kind !== 'unchanged') server.told.push(server.answer.value)
      const isTaken = merged.kind === 'taken' || merged.kind === 'taken-with-conflict'
      server.answer = isTaken ? { ...merged.answer, sentAt: sent.editedAt } : merged.answer
      times.set(server.answer.revision, server.answer.editedAt)
      return merged
    },
  }
  return server
}

/** Devices that all saw one value, from a clock that was ahead as far as is let through. */
function play(sent: readonly (readonly IncomingEdit[])[], order: readonly number[]) {
  const queues = sent.map((all) => [...all])
  const bases = sent.map(() => 1)
  const server = serverOf(stored('Start', 34, 1))
  for (const device of [...order, ...sent.flatMap((all, index) => all.map(() => index))]) {
    const next = queues[device]?.shift()
    if (!next) continue
    const { kind, answer } = server.take({ ...next, baseRevision: bases[device] ?? 1 })
    if (kind === 'taken' || kind === 'taken-with-conflict') bases[device] = answer.revision
  }
  return server
}

function day(): number {
  return 24 * 60
}

function content({ value, values, editedAt, copiedFrom }: Mergeable) {
  return { value, values, editedAt, copiedFrom }
}

function edit(value: string, at: number, baseRevision: number | null): IncomingEdit {
  return { value, values: [], editedAt: minute(at), baseRevision }
}

function stored(value: string, at: number, revision: number): Mergeable {
  return { value, values: [], editedAt: minute(at), revision }
}

function minute(minutes: number): string {
  return new Date(Date.UTC(2026, 0, 5, 8, minutes)).toISOString()
}
