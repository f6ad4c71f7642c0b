import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DatedValue, type IncomingEdit, type Mergeable, mergeAnswer } from './merge.ts'

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

test('a sender that tells neither time nor revision edits without conflict', () => {
  const merged = mergeAnswer(stored('Basement', 10, 3), { ...edit('Roof', 0, null), editedAt: null }, now)
  expect(merged).toMatchObject({ kind: 'taken', answer: { value: 'Roof', editedAt: now } })
})

test('an edit that arrived before changes nothing, though others came since', () => {
  const current = stored('Roof', 20, 2)
  const old = edit('Basement', 10, 0)
  expect(mergeAnswer(current, old, now, [old])).toEqual({ kind: 'unchanged', answer: current })
})

test('two devices agree whatever the order of arrival, and no value vanishes', () => {
  fc.assert(
    fc.property(twoDevices, ({ one, two, orderA, orderB }) => {
      const a = serve(one, two, orderA)
      const b = serve(one, two, orderB)
      expect(content(a.answer)).toEqual(content(b.answer))
      const sent = [...one, ...two].map((each) => each.value)
      expect(new Set([a.answer.value, ...a.history.map(({ value }) => value)])).toEqual(
        new Set([...sent, '']),
      )
    }),
    { numRuns: 2_000 },
  )
})

test('everything sent again, in any order, changes nothing', () => {
  fc.assert(
    fc.property(twoDevices, ({ one, two, orderA }) => {
      const served = serve(one, two, orderA)
      for (const each of [...two, ...one]) {
        const merged = mergeAnswer(served.answer, each, now, served.arrived)
        expect(merged).toEqual({ kind: 'unchanged', answer: served.answer })
      }
    }),
  )
})

/**
 * What one device sends: each edit changes its last one, later. Devices do not see each other, and build on
 * their own edits once these are answered.
 */
const edits = fc
  .uniqueArray(
    fc.record({
      at: fc.nat(59),
      value: fc.constantFrom('A', 'B', 'C', 'D'),
      from: fc.constantFrom(null, 'unit 3'),
    }),
    {
      minLength: 1,
      maxLength: 4,
      selector: ({ at }) => at,
    },
  )
  .map((all) =>
    all
      .sort((a, b) => a.at - b.at)
      .filter(({ value, from }, index, sorted) => {
        const last = sorted[index - 1]
        return last?.value !== value || last.from !== from
      })
      .map(({ at, value, from }) => ({ ...edit(value, at, 0), copiedFrom: from })),
  )
const twoDevices = fc.record({
  one: edits,
  two: edits,
  orderA: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
  orderB: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
})

/** What a server does with arriving edits: merges, and keeps every value that gave way. */
function serve(one: readonly IncomingEdit[], two: readonly IncomingEdit[], order: readonly boolean[]) {
  const queues: [IncomingEdit[], IncomingEdit[]] = [[...one], [...two]]
  const bases = [0, 0]
  let answer = never
  const history: DatedValue[] = []
  const arrived: IncomingEdit[] = []
  for (const first of [...order, ...order.map((each) => !each)]) {
    const device = first ? 0 : 1
    const next = queues[device].shift()
    if (!next) continue
    const merged = mergeAnswer(answer, { ...next, baseRevision: bases[device] ?? 0 }, now, arrived)
    arrived.push(next)
    if (merged.kind === 'kept-with-conflict') history.push(merged.lost)
    else if (merged.kind !== 'unchanged') history.push(answer)
    if (merged.kind === 'taken' || merged.kind === 'taken-with-conflict')
      bases[device] = merged.answer.revision
    answer = merged.answer
  }
  return { answer, history, arrived }
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
