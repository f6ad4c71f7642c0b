import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keptOnDevice } from '#web/lib/start/reload.ts'
import { account, surveyWire, templateWire } from '#web/testing/fake-offline.ts'
import { loadDraft } from '#web/testing/new-draft.ts'
import { rememberSurvey, rememberTemplate } from '../incoming/server-copy.ts'
import { publish } from '../store/bus.ts'
import { db } from '../store/database.ts'
import { clearTrouble, currentTrouble } from '../store/trouble.ts'
import type { Draft } from './draft.ts'
import { addPart, type Finished, finishSurvey, followFinish, kept, removePart } from './draft-actions.ts'

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
  clearTrouble()
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

test('an added sub-section is there in the same moment, and what is typed at once goes in behind it', async () => {
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

test('rows that are read meanwhile do not take back what was added or removed', async () => {
  const kept = add()
  const reading = draft.reload()
  const part = add()
  removePart(draft, { section: repeated().id, subSection: kept }, '')
  await reading
  expect(draft.part(part)).toBeDefined()
  expect(draft.part(kept)).toBeUndefined()
})

test('a Submit waits for words that the device could not keep, and so does loading the page anew', async () => {
  const full = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
  const put = vi.spyOn(db.answers, 'put').mockImplementation(full as never)
  const answer = typeInto(repeated().subSections[0]?.id ?? '', 'Pier 7')
  await draft.written()
  expect(await keptOnDevice(1_000)).toBe(false)
  expect(await finishSurvey(draft, 'Completed', -1)).toEqual({ kind: 'failed' })
  expect(await db.outbox.count()).toBe(0)
  // What else is kept meanwhile does not say that all is well.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const other = kept(draft, async () => undefined)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await other).toBe(true)
  vi.useRealTimers()
  expect(currentTrouble()).toBe('full')
  put.mockRestore()
  const finished = await finishSurvey(draft, 'Completed', -1)
  expect(await db.answers.get([account, answer])).toMatchObject({ value: 'Pier 7' })
  const entries = await db.outbox.orderBy('seq').toArray()
  expect(entries.map(({ endpoint }) => endpoint)).toEqual(['surveys.autoSave', 'surveys.submit'])
  expect(finished).toEqual({ kind: 'on-device', entry: entries[1]?.id })
  expect(await keptOnDevice(1_000)).toBe(true)
})

test('while the device cannot keep it the person is told; it is tried again with what was typed into it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(db.outbox, 'add').mockRejectedValueOnce(new DOMException('full', 'QuotaExceededError'))
  const part = add()
  const answer = typeInto(part, 'Pier 7')
  await draft.written()
  expect(currentTrouble()).toBe('full')
  expect(await db.outbox.count()).toBe(0)
  vi.advanceTimersByTime(3_000)
  await draft.written()
  expect(currentTrouble()).toBeNull()
  expect((await db.outbox.orderBy('seq').toArray()).map(({ endpoint }) => endpoint)).toEqual([
    'surveys.addSimilar',
    'surveys.autoSave',
  ])
  expect(await db.answers.get([account, answer])).toMatchObject({ value: 'Pier 7' })
})

describe('a Submit that is still on the device', () => {
  async function submitted() {
    const finished = await finishSurvey(draft, 'Completed', -1)
    if (finished.kind !== 'on-device') throw new Error(`It is ${finished.kind}`)
    const taken: Finished[] = []
    const end = followFinish(draft, finished.entry, (outcome) => taken.push(outcome))
    const own = () => db.outbox.where({ id: finished.entry })
    return { taken, end, own }
  }

  /** Publishes that the queue changed, and gives whoever hears it the time to read it. */
  async function queueChanged() {
    publish(account, { kind: 'queue', now: false })
    await db.outbox.count()
    await new Promise((resolve) => setImmediate(resolve))
    await db.outbox.count()
  }

  test('is followed until the server has it, and is called submitted once', async () => {
    const { taken, own } = await submitted()
    await queueChanged()
    expect(taken).toEqual([])
    await own().delete()
    await queueChanged()
    await vi.waitFor(() => expect(taken).toEqual([{ kind: 'on-server' }]))
    await queueChanged()
    expect(taken).toHaveLength(1)
  })

  test('is called refused with the server’s words', async () => {
    const { taken, own } = await submitted()
    await own().modify({ state: 'parked', problem: 'Survey not found' })
    await queueChanged()
    await vi.waitFor(() => expect(taken).toEqual([{ kind: 'refused', problem: 'Survey not found' }]))
  })

  test('is not called submitted where another tab put a Save in its place', async () => {
    const { taken } = await submitted()
    await finishSurvey(draft, 'Started', -1)
    await queueChanged()
    await db.outbox.clear()
    await queueChanged()
    expect(taken).toEqual([])
  })

  test('says nothing any more once the dialog is closed', async () => {
    const { taken, end, own } = await submitted()
    end()
    await own().delete()
    await queueChanged()
    expect(taken).toEqual([])
  })
})
