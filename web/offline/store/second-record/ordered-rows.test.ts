import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changesLine, readLog, snapshotLine } from './log-text.ts'
import { OrderedRows } from './ordered-rows.ts'
import { findRolledBack } from './record-owner.ts'
import { applyChanges, type Change, changeKey, putRow, type Rows, rowsOf } from './recorded-rows.ts'

const account = 'account'
const entryRow = (id: string) => putRow('outbox', { account, id, state: 'waiting' } as never)
const answerRow = (id: string, entry: string, at: number) =>
  putRow('answers', { account, id, entry, editedAt: String(at).padStart(4, '0') } as never)
const gone = (change: Change) => ({ ...change, row: null }) as Change

/** Actions of the user and the server. */
const step = fc.record({
  kind: fc.constantFrom('queue', 'type', 'undo', 'send'),
  entry: fc.constantFrom('e', 'f', 'g'),
  answer: fc.constantFrom('1', '2'),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** The rows after each transaction, and the changes of each. An answer's value is its step. */
function run(steps: readonly Step[]) {
  const states: Rows[] = [new Map()]
  const commits: (readonly Change[])[] = [[]]
  for (const { kind, entry, answer } of steps) {
    const commit = states.length
    const rows = new Map(states.at(-1))
    const typed = answerRow(`${entry}${answer}`, entry, commit)
    const own = [...rows.values()].filter(
      (change) => change.table === 'answers' && change.row?.entry === entry,
    )
    const changes = {
      queue: () => [entryRow(entry)],
      type: () => (rows.has(changeKey(entryRow(entry))) ? [typed] : [entryRow(entry), typed]),
      undo: () => [gone(typed)],
      send: () => [gone(entryRow(entry)), ...own.map(gone)],
    }
      [kind]()
      .map((change) => ({ ...change, commit }))
    applyChanges(rows, changes)
    states.push(rows)
    commits.push(changes)
  }
  return { states, commits }
}

const day = fc.array(step, { minLength: 1, maxLength: 14 }).chain((steps) =>
  fc.record({
    steps: fc.constant(steps),
    /** Tabs deliver transactions in any order, and the owner reads the store at any point. */
    order: fc.shuffledSubarray(
      steps.map((_, index) => index + 1),
      { minLength: steps.length },
    ),
    readAt: fc.nat({ max: steps.length }),
    /** Lines flushed to the log before the kill, and transactions still in the store afterwards. */
    flushed: fc.nat({ max: steps.length }),
    stored: fc.nat({ max: steps.length }),
  }),
)
type Day = typeof day extends fc.Arbitrary<infer Value> ? Value : never

function recordOf({ steps, order, readAt }: Day) {
  const { states, commits } = run(steps)
  const ordered = new OrderedRows()
  const read = [...(states[readAt] ?? new Map()).values()]
  ordered.begin(
    read.map((change) => ({ ...change, commit: readAt })),
    readAt,
  )
  const lines = [snapshotLine(ordered.rows)]
  for (const commit of order) lines.push(changesLine(ordered.take(commits[commit] ?? [])))
  return { states, lines, rows: ordered.rows }
}

const plain = (rows: Rows) => [...rows].map(([key, { row }]) => [key, row]).sort()

test("changes in any order result in the store's rows", () => {
  fc.assert(
    fc.property(day, (given) => {
      const { states, rows, lines } = recordOf(given)
      const last = plain(states.at(-1) ?? new Map())
      expect(plain(rows)).toEqual(last)
      expect(plain(readLog(lines.join(''))?.rows ?? new Map())).toEqual(last)
    }),
  )
})

test('restores nothing if the log is older than the store: missing entries were sent or undone', () => {
  fc.assert(
    fc.property(day, (given) => {
      const { states, lines } = recordOf(given)
      const record = readLog(lines.slice(0, 1 + given.flushed).join(''))?.rows ?? new Map()
      const found = states.at(-1) ?? new Map()
      expect(findRolledBack(record, found, given.steps.length)).toEqual(new Map())
    }),
  )
})

test('a store that was rolled back gets back exactly its unsent rows', () => {
  fc.assert(
    fc.property(day, (given) => {
      const { states, lines } = recordOf(given)
      const record = readLog(lines.join(''))?.rows ?? new Map()
      const [last = new Map(), found = new Map()] = [states.at(-1), states[given.stored]] as Rows[]
      const restored = findRolledBack(record, found, given.stored)
      const missing = rowsOf(last, 'outbox').filter(({ id }) => !found.has(changeKey(entryRow(id))))
      expect(rowsOf(restored, 'outbox')).toEqual(expect.arrayContaining([...missing]))
      expect(rowsOf(restored, 'outbox')).toHaveLength(missing.length)
      const before = new Map(rowsOf(found, 'answers').map((row) => [row.id, row.editedAt]))
      const newer = rowsOf(last, 'answers').filter(({ id, editedAt }) => editedAt > (before.get(id) ?? ''))
      expect(
        rowsOf(restored, 'answers')
          .map(({ id }) => id)
          .sort(),
      ).toEqual(newer.map(({ id }) => id).sort())
    }),
  )
})

test('after a kill and a rollback, restores nothing that the store had removed', () => {
  fc.assert(
    fc.property(day, (given) => {
      const { states, lines } = recordOf({ ...given, order: [...given.order].sort((a, b) => a - b) })
      const record = readLog(lines.slice(0, 1 + given.flushed).join(''))?.rows ?? new Map()
      const found = states[given.stored] ?? new Map()
      const restored = findRolledBack(record, found, given.stored)
      const written = Math.max(given.flushed, given.readAt)
      const known = states[written] ?? new Map()
      // The log's last state, if it is later than the store's.
      const expected = written > given.stored ? rowsOf(known, 'outbox') : []
      const missing = expected.filter(({ id }) => !found.has(changeKey(entryRow(id))))
      expect(
        rowsOf(restored, 'outbox')
          .map(({ id }) => id)
          .sort(),
      ).toEqual(missing.map(({ id }) => id).sort())
    }),
  )
})
