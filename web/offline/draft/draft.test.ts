import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Answer } from '#survey/survey.ts'
import { account, surveyId } from '#web/testing/fake-offline.ts'
import { stubLocalStorage } from '#web/testing/local-storage.ts'
import { newDraft } from '#web/testing/new-draft.ts'
import { dueEntries } from '../outbox/queue.ts'
import { publish } from '../store/bus.ts'
import { db } from '../store/database.ts'
import { resume, suspend } from '../store/page-lifecycle.ts'
import type { Draft } from './draft.ts'
import { attachFiles, attachShots, finishSurvey } from './draft-actions.ts'
import { lastFields } from './last-field.ts'
import { openDraft } from './open-draft.ts'

let draft: Draft

beforeEach(async () => {
  draft = await newDraft()
})

afterEach(async () => {
  draft.close()
  await draft.written()
})

const place = () => ({
  section: draft.survey.sections[0]?.id ?? '',
  subSection: draft.survey.sections[0]?.subSections[0]?.id ?? '',
})
const field = (index: number) => draft.survey.sections[0]?.subSections[0]?.answers[index] as Answer
const type = (index: number, value: string) => draft.type(place(), field(index), { value, values: [] })
const sent = (id: string, revision: number) =>
  publish(account, {
    kind: 'saved',
    survey: surveyId,
    reply: { saved: [{ id, revision }], overruled: [] },
    conflicts: [],
  })

test('an edit notifies only its own field, and is stored when the write is done', async () => {
  const own = vi.fn()
  const other = vi.fn()
  draft.subscribeOne(field(0).id, own)
  draft.subscribeOne(field(1).id, other)
  const untouched = field(1)
  type(0, 'Harbor')
  expect([own.mock.calls.length, other.mock.calls.length]).toEqual([1, 0])
  expect(field(1)).toBe(untouched)
  await draft.written()
  expect(await db.answers.get([account, field(0).id])).toMatchObject({ value: 'Harbor', baseRevision: 0 })
  expect(await db.outbox.count()).toBe(1)
})

test('fast typing keeps the newest value', async () => {
  for (const value of ['P', 'Pi', 'Pie', 'Pier']) type(0, value)
  await draft.written()
  expect(await db.answers.get([account, field(0).id])).toMatchObject({ value: 'Pier' })
})

test('an edit made while leaving wins over the value on the screen, even if the clock was set back', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-01T09:00:00Z') })
  try {
    type(0, 'Pie')
    await draft.written()
    vi.setSystemTime('2026-11-01T08:00:00Z')
    type(0, 'Pier')
    suspend()
    resume()
    await draft.written()
    expect(await db.answers.get([account, field(0).id])).toMatchObject({ value: 'Pier' })
  } finally {
    vi.useRealTimers()
  }
})

test('the next edit builds on the saved revision', async () => {
  type(0, 'Harbor')
  await draft.written()
  await db.outbox.clear()
  await db.answers.update([account, field(0).id], { entry: '', baseRevision: 3 })
  sent(field(0).id, 3)
  type(0, 'Harbor View')
  await draft.written()
  expect(await db.answers.get([account, field(0).id])).toMatchObject({
    value: 'Harbor View',
    baseRevision: 3,
  })
})

test('shows another device’s later answer unless the user has edited again', () => {
  const clash = (own: string) => {
    const conflict = {
      stands: 'other',
      own: { value: own, values: [] },
      other: { value: 'Pier', values: [] },
    } as const
    const overruled = [{ id: field(0).id, revision: 5, value: 'Pier', values: [] }]
    publish(account, {
      kind: 'saved',
      survey: surveyId,
      reply: { saved: [], overruled },
      conflicts: [{ id: field(0).id, conflict }],
    })
  }
  type(0, 'Harbor View')
  clash('Harbor')
  expect(field(0).value).toBe('Harbor View')
  clash('Harbor View')
  expect(field(0)).toMatchObject({ value: 'Pier', revision: 5 })
  expect(draft.conflicts.get(field(0).id)?.stands).toBe('other')
})

test('a reload does not undo edits made meanwhile', async () => {
  const reading = draft.reload()
  type(0, 'Harbor')
  await reading
  expect(field(0).value).toBe('Harbor')
})

test('ignores other accounts’ events', () => {
  publish('someone-else', {
    kind: 'saved',
    survey: surveyId,
    reply: { saved: [{ id: field(0).id, revision: 9 }], overruled: [] },
    conflicts: [],
  })
  expect(field(0).revision).toBe(0)
})

test('a stored edit counts as stored even if the next read fails', async () => {
  const broken = () => {
    throw new Error('The store is broken')
  }
  const reload = vi.spyOn(draft, 'reload').mockRejectedValueOnce(new Error('The store is broken'))
  const data = { bytes: new Uint8Array([1]).buffer, type: 'image/jpeg' }
  const photo = { id: '019c0000-0000-7000-8000-0000000000f1', kind: 'photo', name: 'a.jpg' } as const
  const file = { ...photo, stage: 'ready', thumbnail: null, poster: null, data } as const
  const there = { ...place(), answer: field(0).id }
  expect(await attachFiles(draft, there, '019c0000-0000-7000-8000-0000000000f2', [file])).toBe(true)
  reload.mockImplementationOnce(async () => {
    vi.spyOn(db.outbox, 'where').mockImplementation(broken)
  })
  expect(await finishSurvey(draft, 'Started', 1_000)).toEqual({
    kind: 'on-device',
    entry: expect.any(String),
  })
  vi.restoreAllMocks()
  expect(await db.outbox.count()).toBe(2)
})

test.each([
  ['picked', attachFiles],
  ['captured', attachShots],
])('remembers the field for the next opening when a photo is %s', async (_, attach) => {
  stubLocalStorage()
  const data = { bytes: new Uint8Array([1]).buffer, type: 'image/jpeg' }
  const photo = { id: '019c0000-0000-7000-8000-0000000000f3', kind: 'photo', name: 'b.jpg' } as const
  const file = { ...photo, stage: 'ready', thumbnail: null, poster: null, data } as const
  const there = { ...place(), answer: field(1).id }
  await attach(draft, there, '019c0000-0000-7000-8000-0000000000f4', [file])
  expect(lastFields(account)).toMatchObject([{ survey: surveyId, answer: field(1).id }])
  vi.unstubAllGlobals()
})

test('Submit sends staged files; Save does not', async () => {
  stubLocalStorage()
  const data = { bytes: new Uint8Array([1]).buffer, type: 'image/jpeg' }
  const photo = { id: '019c0000-0000-7000-8000-0000000000f5', kind: 'photo', name: 'c.jpg' } as const
  const file = { ...photo, stage: 'ready', thumbnail: null, poster: null, data } as const
  const there = { ...place(), answer: field(1).id }
  await attachShots(draft, there, '019c0000-0000-7000-8000-0000000000f6', [file], 'staged')
  const due = async () => dueEntries(await db.outbox.toArray(), Date.now()).map(({ endpoint }) => endpoint)
  await finishSurvey(draft, 'Started', 0)
  expect(await due()).toEqual(['surveys.submit'])
  await finishSurvey(draft, 'Completed', 0)
  expect(await due()).toEqual(['media.upload'])
  vi.unstubAllGlobals()
})

test('reads again if something changes at the end of a read', async () => {
  for (let steps = 0; steps < 8; steps++) {
    const readings = vi.spyOn(draft, 'written')
    const again = Promise.withResolvers<void>()
    // Runs at the end of a read; a few steps later something else changes.
    const leave = draft.subscribe(async () => {
      leave()
      for (let step = 0; step < steps; step++) await Promise.resolve()
      draft.reload().then(again.resolve, again.reject)
    })
    await draft.reload()
    await again.promise
    expect(readings).toHaveBeenCalledTimes(2)
    readings.mockRestore()
  }
})

test('edits that failed before the form was reopened are neither lost nor overwrite later ones', async () => {
  vi.spyOn(db, 'transaction').mockRejectedValueOnce(new Error('The store is broken'))
  type(0, 'Harbor')
  type(1, '7')
  await draft.written()
  expect(await db.answers.count()).toBe(0)
  draft.close()
  const opened = await openDraft(account, surveyId)
  if (!opened.ok) throw new Error('not on the device')
  const before = draft
  draft = opened.draft
  type(0, 'Harbor East')
  expect([await draft.allWritten(), await before.allWritten()]).toEqual([true, true])
  await expect.poll(() => field(1).value).toBe('7')
  expect(field(0).value).toBe('Harbor East')
  expect(await db.answers.get([account, field(0).id])).toMatchObject({ value: 'Harbor East' })
})
