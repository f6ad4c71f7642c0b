import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type IncomingEdit, type Mergeable, mergeAnswer } from './answer-state.ts'

const now = minute(60)
const never: Mergeable = { value: '', values: [], editedAt: null, revision: 0 }

test('accepts the first answer', () => {
  const merged = mergeAnswer(never, edit('Basement', 1, 0), now)
  expect(merged.kind).toBe('applied')
  expect(merged.answer).toMatchObject({ value: 'Basement', editedAt: minute(1), revision: 1 })
})

test('accepts an edit of the current revision even from a slow clock', () => {
  const merged = mergeAnswer(stored('Basement', 10, 3), edit('Roof', 5, 3), now)
  expect(merged.kind).toBe('applied')
  expect(merged.answer).toMatchObject({ value: 'Roof', editedAt: minute(10), revision: 4 })
})

test('accepts a later edit of an old revision and reports the other value', () => {
  const merged = mergeAnswer(stored('Basement', 10, 3), edit('Roof', 20, 2), now)
  expect(merged).toMatchObject({
    kind: 'applied-with-conflict',
    answer: { value: 'Roof', revision: 4 },
    lost: { value: 'Basement', editedAt: minute(10) },
  })
})

test('rejects an earlier edit of an old revision and reports it', () => {
  const current = stored('Basement', 10, 3)
  const merged = mergeAnswer(current, edit('Roof', 5, 2), now)
  expect(merged).toMatchObject({
    kind: 'rejected-with-conflict',
    lost: { value: 'Roof', editedAt: minute(5) },
  })
  expect(merged.answer).toBe(current)
})

test('reports no conflict for equal values from two devices', () => {
  const current = stored('Basement', 10, 3)
  expect(mergeAnswer(current, edit('Basement', 5, 0), now)).toEqual({ kind: 'unchanged', answer: current })
  expect(mergeAnswer(current, edit('Basement', 30, 3), now)).toEqual({ kind: 'unchanged', answer: current })
  const later = mergeAnswer(current, edit('Basement', 30, 0), now)
  expect(later).toMatchObject({ kind: 'applied', answer: { value: 'Basement', editedAt: minute(30) } })
})

test('ignores an equal value without a time', () => {
  const current = stored('Basement', 10, 3)
  const again = { ...edit('Basement', 0, null), editedAt: null }
  expect(mergeAnswer(current, again, now)).toEqual({ kind: 'unchanged', answer: current })
})

test('trusts a clock up to five minutes ahead and uses the current time beyond', () => {
  const far = mergeAnswer(never, edit('Roof', 66, 0), now)
  expect(far.answer.editedAt).toBe(now)
  expect(mergeAnswer(never, edit('Roof', 65, 0), now).answer.editedAt).toBe(minute(65))
})

test('clears the copy mark without a conflict when a copied value is confirmed', () => {
  const copied = { ...stored('Basement', 10, 3), copiedFrom: 'unit 3' }
  const checked = mergeAnswer(copied, edit('Basement', 20, 3), now)
  expect(checked).toMatchObject({
    kind: 'applied',
    answer: { value: 'Basement', copiedFrom: null, revision: 4 },
  })
})

test('accepts an edit with unknown base as of now and reports the other value', () => {
  const merged = mergeAnswer(stored('Basement', 10, 3), { ...edit('Roof', 0, null), editedAt: null }, now)
  expect(merged).toMatchObject({
    kind: 'applied-with-conflict',
    answer: { value: 'Roof', editedAt: now },
    lost: { value: 'Basement' },
  })
})

test('ignores a replayed edit', () => {
  const current = stored('Roof', 20, 2)
  const old = edit('Basement', 10, 0)
  expect(mergeAnswer(current, old, now, [old])).toEqual({ kind: 'unchanged', answer: current })
})

test('picks the later of two edits of a value from a fast clock, in either order', () => {
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

test('converges for any order of arrival and loses no value', () => {
  fc.assert(
    fc.property(devices, orderOfArrival, orderOfArrival, (sent, orderA, orderB) => {
      const a = play(sent, orderA)
      const b = play(sent, orderB)
      expect(content(a.answer)).toEqual(content(b.answer))
      for (const { answer, losers } of [a, b]) {
        const given = ['Start', ...sent.flat().map(({ value }) => value)]
        expect(new Set([answer.value, ...losers])).toEqual(new Set(given))
      }
    }),
    { numRuns: 4_000 },
  )
})

test('changes nothing when everything is resent in any order', () => {
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

/** Clock errors in minutes: none, slightly ahead within tolerance, and a day in either direction. */
const clocks = fc.constantFrom(0, 4, -3, -day(), day())

/**
 * The edits of one offline device: each changes its last one and is later by the device's clock. All devices
 * have seen the first value, but not each other's edits, and build on their own edits once acknowledged.
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
/** Which device's edit arrives next; the rest arrives in device order. */
const orderOfArrival = fc.array(fc.nat(2), { minLength: 12, maxLength: 12 })

/** A server that merges arriving edits and records every losing value. */
function serverOf(start: Mergeable) {
  const arrived: IncomingEdit[] = []
  /** The time of each current value by revision. */
  const times = new Map([[start.revision, start.editedAt]])
  const server = {
    answer: start,
    /** The values that were replaced or lost. */
    losers: [] as string[],
    take(sent: IncomingEdit) {
      const seenAt = times.get(sent.baseRevision ?? 0) ?? null
      const merged = mergeAnswer(server.answer, { ...sent, seenAt }, now, arrived)
      arrived.push(sent)
      if (merged.kind === 'rejected-with-conflict') server.losers.push(merged.lost.value)
      else if (merged.kind !== 'unchanged') server.losers.push(server.answer.value)
      const isApplied = merged.kind === 'applied' || merged.kind === 'applied-with-conflict'
      server.answer = isApplied ? { ...merged.answer, sentAt: sent.editedAt } : merged.answer
      times.set(server.answer.revision, server.answer.editedAt)
      return merged
    },
  }
  return server
}

/** Devices that all saw one value from a clock ahead by the tolerance. */
function play(sent: readonly (readonly IncomingEdit[])[], order: readonly number[]) {
  const queues = sent.map((all) => [...all])
  const bases = sent.map(() => 1)
  const server = serverOf(stored('Start', 34, 1))
  for (const device of [...order, ...sent.flatMap((all, index) => all.map(() => index))]) {
    const next = queues[device]?.shift()
    if (!next) continue
    const { kind, answer } = server.take({ ...next, baseRevision: bases[device] ?? 1 })
    if (kind === 'applied' || kind === 'applied-with-conflict') bases[device] = answer.revision
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
