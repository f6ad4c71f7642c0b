import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TemplateField } from '#survey/template.ts'
import { sampleTemplate } from '#survey/testing/sample-template.ts'
import type { NamedAnswer, StoredAnswer } from './load.ts'
import { editsNeedingHistory, resolveMerge } from './merge.ts'
import type { HistoryEntry } from './save.ts'

const field = sampleTemplate.sections[0]?.fields[0] as TemplateField
const now = minute(60)
const day = 24 * 60

/** An edit of a device. Its base is the revision returned for the device's previous edit. */
interface Said {
  readonly value: string
  readonly at: string
  readonly from: string | null
}

/** One answer on a server, with the part of the history that the real one reads (`readSeen`). */
class Server {
  stored: StoredAnswer = {
    ...{ id: 'answer', field, value: 'Start', values: [], revision: 1, copiedFrom: null, media: [] },
    ...{
      editedAt: minute(34),
      sentAt: minute(34),
      editedBy: null,
      editedIn: null,
      event: null,
      subSectionDeleted: false,
      isEarlier: false,
    },
  }
  readonly #history: HistoryEntry[] = []

  save({ value, at, from }: Said, baseRevision: number) {
    const named: NamedAnswer[] = [
      {
        ...{ stored: this.stored, given: { value, values: [] } },
        ...{ editedAt: at, baseRevision, copiedFrom: from, edited: true },
      },
    ]
    const [asked] = editsNeedingHistory(named)
    const seen = this.#history
      .filter(({ sent_at, outcome, revision }) => {
        return sent_at === asked?.sentAt || (outcome === 'replaced' && revision === asked?.baseRevision)
      })
      .map((entry) => ({
        ...{ value: entry.value, values: entry.value_list, copiedFrom: entry.copied_from },
        ...{ editedAt: entry.sent_at, givenAt: entry.edited_at },
        revision: entry.outcome === 'replaced' ? entry.revision : null,
      }))
    const known = new Map<string, never>()
    const by = { accountId: 'somebody', sessionId: 'somewhere' }
    const save = {
      ...by,
      now,
      known,
      seen: new Map([['answer', seen]]),
      counts: () => true,
      contributes: false,
    }
    const settled = resolveMerge(named, save)
    this.#history.push(...settled.history)
    const [change] = settled.changes
    if (change)
      this.stored = {
        ...{ ...this.stored, value: change.value, values: change.value_list, revision: change.revision },
        ...{ editedAt: change.edited_at, sentAt: change.sent_at, copiedFrom: change.copied_from },
      }
    return settled
  }

  get end() {
    const { value, editedAt, copiedFrom } = this.stored
    return { value, editedAt, copiedFrom }
  }

  get told() {
    return new Set([this.stored.value, ...this.#history.map(({ value }) => value)])
  }
}

/** Plays edits in the given order of devices, then the rest in device order. Also returns the sent edits. */
function play(devices: readonly (readonly Said[])[], order: readonly number[]) {
  const server = new Server()
  const waiting = devices.map((all) => [...all])
  const bases = devices.map(() => 1)
  const sent: { readonly said: Said; readonly base: number }[] = []
  for (const device of [...order, ...devices.flatMap((all, index) => all.map(() => index))]) {
    const said = waiting[device]?.shift()
    const base = bases[device] ?? 1
    if (!said) continue
    const [saved] = server.save(said, base).saved
    sent.push({ said, base })
    if (saved) bases[device] = saved.revision
  }
  return { server, sent }
}

test("an edit older than another user's equal value does not count as made after it", () => {
  const yes = { value: 'Yes', at: minute(50), from: null }
  const server = new Server()
  expect(server.save(yes, 1).saved).toEqual([{ id: 'answer', revision: 2 }])
  const [saved] = server.save({ ...yes, at: minute(40) }, 1).saved
  const later = server.save({ value: 'No', at: minute(45), from: null }, saved?.revision ?? 0)
  expect(later.conflicts).toMatchObject([{ field_value: 'Yes', revision: 2 }])
  expect(server.stored.value).toBe('Yes')
})

test('a repeated edit returns its own revision', () => {
  const yes = { value: 'Yes', at: minute(50), from: null }
  const server = new Server()
  server.save(yes, 1)
  expect(server.save(yes, 1).saved).toEqual([{ id: 'answer', revision: 2 }])
})

/** Correct, slightly ahead within tolerance, and a day off in either direction. */
const clocks = fc.constantFrom(0, 0, 4, -3, -day, day)
const oneDevice = fc
  .tuple(
    clocks,
    fc.uniqueArray(
      fc.record({
        ...{ at: fc.nat(29), value: fc.constantFrom('Yes', 'No', '') },
        from: fc.constantFrom(null, null, 'unit 3'),
      }),
      { minLength: 1, maxLength: 5, selector: ({ at }) => at },
    ),
  )
  .map(([ahead, all]) => ({ ahead, all: all.toSorted((a, b) => a.at - b.at).filter(isChange) }))
/** No two devices edit in the same millisecond. */
const devices = fc
  .array(oneDevice, { minLength: 2, maxLength: 4 })
  .map((all) =>
    all.map((device, place) =>
      device.all.map(({ at, ...said }) => ({ ...said, at: minute(30 + at + device.ahead, place) })),
    ),
  )
const order = fc.array(fc.nat(3), { minLength: 20, maxLength: 20 })

test('devices that often send equal values converge in any order, and no value is lost', () => {
  fc.assert(
    fc.property(devices, order, order, (all, one, other) => {
      const [a, b] = [play(all, one).server, play(all, other).server]
      expect(a.end).toEqual(b.end)
      const given = new Set(['Start', ...all.flat().map(({ value }) => value)])
      expect([a.told, b.told]).toEqual([given, given])
    }),
    { numRuns: 500 },
  )
})

test('repeating all edits in any order keeps the result', () => {
  fc.assert(
    fc.property(devices, order, fc.infiniteStream(fc.nat()), (all, arrival, chance) => {
      const { server, sent } = play(all, arrival)
      const before = server.end
      const again = sent.map((one) => ({ ...one, rank: chance.next().value ?? 0 }))
      for (const { said, base } of again.toSorted((x, y) => x.rank - y.rank)) server.save(said, base)
      expect(server.end).toEqual(before)
    }),
    { numRuns: 500 },
  )
})

/** An edit with the same value and origin changes nothing. */
function isChange(said: Omit<Said, 'at'>, place: number, all: readonly Omit<Said, 'at'>[]): boolean {
  const before = all[place - 1]
  return before?.value !== said.value || before.from !== said.from
}

function minute(minutes: number, milliseconds = 0): string {
  return new Date(Date.UTC(2026, 0, 5, 8, minutes, 0, milliseconds)).toISOString()
}
