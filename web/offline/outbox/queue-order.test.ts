import { expect, test } from 'vitest'
import { anyEntry } from '#web/testing/fake-entries.ts'
import { laneOf } from '../operations/registry.ts'
import { carriesPictures } from '../store/operation-facts.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import { dueEntries, type Sending } from './queue.ts'

const kinds = [
  'surveys.autoSave',
  'surveys.autoSave',
  'surveys.autoSave',
  'surveys.addSimilar',
  'surveys.removeSimilar',
  'surveys.submit',
  'media.upload',
  'media.upload',
  'media.describe',
  'media.copy',
  'plans.add',
  'surveys.delete',
]

/** A seeded generator, so that a failing round can be repeated. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

function entry(seq: number, survey: string, endpoint: string): OutboxRow {
  return anyEntry('a', {
    ...{ seq, id: `e${seq}`, survey, endpoint, input: { body: {}, query: {}, params: {} } },
    madeAt: '',
  })
}

function queueOf(random: () => number): OutboxRow[] {
  const pick = <One>(from: readonly One[]): One => from[Math.floor(random() * from.length)] as One
  return Array.from({ length: 30 }, (_, seq) => entry(seq, pick(['s', 't', 'u']), pick(kinds)))
}

const free: Sending = { media: 'always', textFirst: true, metered: false }

/** Runs a queue to its end: several entries in flight, replies in any order, some failing with a pause. */
function play(rows: OutboxRow[], sending: Sending, random: () => number) {
  const flying = new Map<string, OutboxRow>()
  const begun: { row: OutboxRow; besides: readonly OutboxRow[]; waiting: readonly OutboxRow[] }[] = []
  const done: OutboxRow[] = []
  let now = 0
  for (let turn = 0; rows.length > 0 && turn < 2_000; turn++) {
    for (const row of dueEntries(rows, now, sending, new Set(flying.keys()))) {
      begun.push({ row, besides: [...flying.values()], waiting: [...rows] })
      flying.set(row.id, row)
    }
    const back = [...flying.values()][Math.floor(random() * flying.size)]
    now += 1
    if (!back && !rows.some(({ nextAt }) => nextAt >= now)) break
    if (!back) continue
    flying.delete(back.id)
    const place = rows.findIndex(({ id }) => id === back.id)
    if (random() < 0.3) rows[place] = { ...back, nextAt: now + Math.floor(random() * 20) }
    else done.push(...rows.splice(place, 1))
  }
  return { begun, done, left: rows }
}

const rounds = Array.from({ length: 25 }, (_, seed) => seed + 1)
const isAnswer = ({ endpoint }: OutboxRow) => endpoint === 'surveys.autoSave'
const passes = (row: OutboxRow, other: OutboxRow) => isAnswer(row) && /^(media|plans)\./.test(other.endpoint)

test.each([true, false])(
  'sends every entry once, and only answers overtake (text first: %s)',
  (textFirst) => {
    for (const seed of rounds) {
      const random = seeded(seed)
      const { done, left } = play(queueOf(random), { ...free, textFirst }, random)
      expect([seed, left]).toEqual([seed, []])
      expect(new Set(done.map(({ id }) => id)).size).toBe(30)
      const overtaken = done.flatMap((row, place) =>
        done
          .slice(place + 1)
          .filter((later) => later.survey === row.survey && (later.seq ?? 0) < (row.seq ?? 0))
          .filter((later) => !(textFirst && passes(row, later))),
      )
      expect([seed, overtaken]).toEqual([seed, []])
    }
  },
)

test('with text first, starts no picture while other entries are due or in flight', () => {
  for (const seed of rounds) {
    const random = seeded(seed)
    const { begun } = play(queueOf(random), free, random)
    for (const { row, besides } of begun.filter(({ row }) => carriesPictures(row)))
      expect([seed, row.id, besides.filter((one) => !carriesPictures(one))]).toEqual([seed, row.id, []])
  }
})

/** Entries that a held picture blocks: changes to it, removals of its place, and the survey's deletion. */
const staysBehind = ['surveys.removeSimilar', 'surveys.delete', 'media.describe', 'media.copy']

test.each([
  { media: 'by-hand', metered: false },
  { media: 'wifi', metered: true },
] as const)(
  'keeps held entries ($media) and what must not overtake them, and sends the rest in order',
  (choice) => {
    for (const seed of rounds) {
      const random = seeded(seed)
      const rows = queueOf(random)
      const all = [...rows]
      const { begun, left, done } = play(rows, { ...free, ...choice }, random)
      for (const survey of ['s', 't', 'u']) {
        const own = left.filter((row) => row.survey === survey)
        if (own.length > 0) expect([seed, carriesPictures(own[0] as OutboxRow)]).toEqual([seed, true])
        // Before the first blocked structure entry, only held or blocked entries stay.
        const barrier = own.find(
          ({ endpoint }) => staysBehind.includes(endpoint) && /^surveys/.test(endpoint),
        )
        const stuck = own
          .filter(({ seq = 0 }) => seq < (barrier?.seq ?? Number.POSITIVE_INFINITY))
          .filter((row) => !carriesPictures(row) && !staysBehind.includes(row.endpoint))
        expect([seed, stuck]).toEqual([seed, []])
        const shape = ({ endpoint }: OutboxRow) => /^surveys\./.test(endpoint)
        const ofShape = (list: readonly OutboxRow[]) =>
          list.filter((row) => row.survey === survey && shape(row)).map(({ id }) => id)
        const sent = ofShape(done)
        expect([seed, sent]).toEqual([seed, ofShape(all).slice(0, sent.length)])
      }
      for (const { row, besides } of begun.filter(({ row }) => laneOf(row) === 'structure'))
        expect(besides.filter((one) => one.survey === row.survey)).toEqual([])
      const released = left.map((row): OutboxRow => ({ ...row, released: true }))
      expect(play(released, { ...free, ...choice }, random).left).toEqual([])
    }
  },
)

test('sends the survey’s other entries past a held upload; changes to its photo wait', () => {
  const by = { ...free, media: 'by-hand' as const }
  const upload: OutboxRow = { ...entry(1, 's', 'media.upload'), subSection: 'p' }
  const goes = (row: OutboxRow) =>
    dueEntries([upload, row], 0, by).some(({ id }) => id === row.id) &&
    !dueEntries([upload, row], 0, by, new Set([upload.id])).some(({ id }) => id === row.id)
  const about = (endpoint: string, of: string): OutboxRow => {
    const named = { user_survey_media_id: of }
    return anyEntry('a', { ...entry(2, 's', endpoint), input: { body: named, query: named } })
  }
  expect(goes(entry(2, 's', 'surveys.addSimilar'))).toBe(true)
  expect(goes(entry(2, 's', 'surveys.submit'))).toBe(true)
  expect(goes({ ...entry(2, 's', 'surveys.removeSimilar'), subSection: 'q' })).toBe(true)
  expect(goes({ ...entry(2, 's', 'surveys.removeSimilar'), subSection: 'p' })).toBe(false)
  expect(goes(about('media.delete', 'another'))).toBe(true)
  expect(goes(about('media.delete', upload.id))).toBe(false)
  expect(goes(entry(2, 's', 'media.copy'))).toBe(false)
  expect(goes(entry(2, 's', 'surveys.delete'))).toBe(false)
  expect(goes(anyEntry('a', { ...entry(2, 's', 'plans.setPin'), input: { params: { id: 'plan' } } }))).toBe(
    true,
  )
})

test('a Submit that needs its files waits only for held uploads and copies', () => {
  const by = { ...free, media: 'by-hand' as const }
  const submit: OutboxRow = { ...entry(3, 's', 'surveys.submit'), needsFiles: true }
  const goes = (...front: OutboxRow[]) =>
    dueEntries([...front, submit], 0, by).some(({ id }) => id === submit.id)
  const upload = entry(1, 's', 'media.upload')
  expect(goes(upload)).toBe(false)
  expect(goes(upload, entry(2, 's', 'media.copy'))).toBe(false)
  expect(goes({ ...upload, released: true })).toBe(false)
  expect(goes({ ...upload, state: 'parked', problem: 'Too many' })).toBe(true)
  expect(goes()).toBe(true)
})

test("'Wi-Fi only' sends over Wi-Fi and unknown networks", () => {
  const rows = [entry(1, 's', 'media.upload')]
  expect(dueEntries(rows, 0, { ...free, media: 'wifi' })).toHaveLength(1)
  expect(dueEntries(rows, 0, { ...free, media: 'wifi', metered: true })).toHaveLength(0)
})

test('an answer overtakes an upload in flight, and a later Submit waits', () => {
  const rows = [
    entry(1, 's', 'media.upload'),
    entry(2, 's', 'surveys.autoSave'),
    entry(3, 's', 'surveys.submit'),
  ]
  expect(dueEntries(rows, 0, free, new Set(['e1'])).map(({ id }) => id)).toEqual(['e2'])
  expect(dueEntries(rows.slice(0, 1).concat(rows.slice(2)), 0, free, new Set(['e1']))).toEqual([])
})
