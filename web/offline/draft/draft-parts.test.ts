import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { flushPendingWrites } from '#web/lib/start/reload.ts'
import { account, surveyWire, templateWire } from '#web/testing/fake-offline.ts'
import { loadDraft } from '#web/testing/new-draft.ts'
import { rememberSurvey, rememberTemplate } from '../incoming/server-copy.ts'
import { publish } from '../store/bus.ts'
import { db } from '../store/database.ts'
import { clearStorageFailure, currentStorageFailure } from '../store/storage-failure.ts'
import type { Draft } from './draft.ts'
import {
  addPart,
  type Finished,
  finishSurvey,
  followFinish,
  removePart,
  storeChange,
} from './draft-actions.ts'

let draft: Draft

beforeEach(async () => {
  await db.delete()
  await db.open()
  await rememberTemplate(account, templateWire())
  await rememberSurvey(account, surveyWire())
  draft = await loadDraft()
})

afterEach(async () => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  clearStorageFailure()
  draft.close()
  await draft.written()
})

const repeated = () => {
  const section = draft.survey.sections.find(({ definition }) => definition.addSimilar)
  if (!section) throw new Error('The sample template repeats a section')
  return section
}

function add(): string {
  const coming = vi.fn()
  const id = addPart(draft, repeated().id, coming)
  expect(coming).toHaveBeenCalledWith(id)
  return id ?? ''
}

function typeInto(part: string, value: string): string {
  const answer = draft.part(part)?.answers.find(({ field }) => field.type === 'text')
  if (!answer) throw new Error('The repeated section has a text field')
  draft.type({ section: repeated().id, subSection: part }, answer, { value, values: [] })
  return answer.id
}

test('shows an added sub-section at once, and queues edits in it after the addition', async () => {
  const head = vi.fn()
  const first = repeated().subSections[0]?.id ?? ''
  draft.subscribeOne(first, head)
  const part = add()
  expect(repeated().subSections.map(({ id }) => id)).toEqual([first, part])
  const answer = typeInto(part, 'Pier 7')
  expect(head).not.toHaveBeenCalled()
  await draft.written()
  const entries = await db.outbox.orderBy('seq').toArray()
  expect(entries.map(({ endpoint, subSection }) => [endpoint, subSection])).toEqual([
    ['surveys.addSimilar', part],
    ['surveys.autoSave', part],
  ])
  draft.close()
  draft = await loadDraft()
  expect(draft.part(part)?.answers.find(({ id }) => id === answer)?.value).toBe('Pier 7')
})

test('a concurrent read does not undo an addition or removal', async () => {
  const kept = add()
  const reading = draft.reload()
  const part = add()
  removePart(draft, { section: repeated().id, subSection: kept }, '')
  await reading
  expect(draft.part(part)).toBeDefined()
  expect(draft.part(kept)).toBeUndefined()
})

test('Submit and reload wait for edits that could not be stored', async () => {
  const full = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
  const put = vi.spyOn(db.answers, 'put').mockImplementation(full as never)
  const answer = typeInto(repeated().subSections[0]?.id ?? '', 'Pier 7')
  await draft.written()
  expect(await flushPendingWrites(1_000)).toBe(false)
  expect(await finishSurvey(draft, 'Completed', -1)).toEqual({ kind: 'failed' })
  expect(await db.outbox.count()).toBe(0)
  // Another successful write does not mean that everything is stored.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const other = storeChange(draft, async () => undefined)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await other).toBe(true)
  vi.useRealTimers()
  expect(currentStorageFailure()).toBe('full')
  put.mockRestore()
  const finished = await finishSurvey(draft, 'Completed', -1)
  expect(await db.answers.get([account, answer])).toMatchObject({ value: 'Pier 7' })
  const entries = await db.outbox.orderBy('seq').toArray()
  expect(entries.map(({ endpoint }) => endpoint)).toEqual(['surveys.autoSave', 'surveys.submit'])
  expect(finished).toEqual({ kind: 'on-device', entry: entries[1]?.id })
  expect(await flushPendingWrites(1_000)).toBe(true)
})

test("reports an addition that can't be stored, and retries it with the edits in it", async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(db.outbox, 'add').mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'))
  const part = add()
  const answer = typeInto(part, 'Pier 7')
  await draft.written()
  expect(currentStorageFailure()).toBe('full')
  expect(await db.outbox.count()).toBe(0)
  vi.advanceTimersByTime(3_000)
  await draft.written()
  expect(currentStorageFailure()).toBeNull()
  expect((await db.outbox.orderBy('seq').toArray()).map(({ endpoint }) => endpoint)).toEqual([
    'surveys.addSimilar',
    'surveys.autoSave',
  ])
  expect(await db.answers.get([account, answer])).toMatchObject({ value: 'Pier 7' })
})

describe('an unsent Submit', () => {
  async function submitted() {
    const finished = await finishSurvey(draft, 'Completed', -1)
    if (finished.kind !== 'on-device') throw new Error(`It is ${finished.kind}`)
    const taken: Finished[] = []
    const end = followFinish(draft, finished.entry, (outcome) => taken.push(outcome))
    const own = () => db.outbox.where({ id: finished.entry })
    return { taken, end, own }
  }

  /** Publishes a change of the queue and waits until it has been read. */
  async function queueChanged() {
    publish(account, { kind: 'queue', now: false })
    await db.outbox.count()
    await new Promise((resolve) => setImmediate(resolve))
    await db.outbox.count()
  }

  test('is followed until the server has it, and reported once', async () => {
    const { taken, own } = await submitted()
    await queueChanged()
    expect(taken).toEqual([])
    await own().delete()
    await queueChanged()
    await vi.waitFor(() => expect(taken).toEqual([{ kind: 'on-server' }]))
    await queueChanged()
    expect(taken).toHaveLength(1)
  })

  test('is reported as rejected with the server’s message', async () => {
    const { taken, own } = await submitted()
    await own().modify({ state: 'parked', problem: 'Survey not found' })
    await queueChanged()
    await vi.waitFor(() => expect(taken).toEqual([{ kind: 'refused', problem: 'Survey not found' }]))
  })

  test('is not reported as submitted if another tab replaced it by a Save', async () => {
    const { taken } = await submitted()
    await finishSurvey(draft, 'Started', -1)
    await queueChanged()
    await db.outbox.clear()
    await queueChanged()
    expect(taken).toEqual([])
  })

  test('is not reported after the dialog was closed', async () => {
    const { taken, end, own } = await submitted()
    end()
    await own().delete()
    await queueChanged()
    expect(taken).toEqual([])
  })
})
