import 'fake-indexeddb/auto'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { account, surveyId } from '#web/testing/fake-offline.ts'
import { newDraft } from '#web/testing/new-draft.ts'
import { recordAnswer } from '../record/record-answer.ts'
import type { DeviceEvent } from '../store/bus.ts'
import type { Draft } from './draft.ts'

const otherTab = new BroadcastChannel('fieldbook-device')
const at = '2026-11-01T12:00:00.000Z'
let draft: Draft

beforeEach(async () => {
  draft = await newDraft()
})

afterEach(() => draft.close())
afterAll(() => otherTab.close())

const section = () => draft.survey.sections[0]
const field = () => section()?.subSections[0]?.answers[0]
const place = () => ({ survey: surveyId, subSection: section()?.subSections[0]?.id ?? '' })
const post = (event: DeviceEvent) => otherTab.postMessage({ account, event })
const words = { value: 'Harbor', values: [], at, copiedFrom: null }

function typedThere(): void {
  post({ kind: 'typed', ...place(), answer: field()?.id ?? '', ...words })
}

async function writtenThere(): Promise<void> {
  const { id = '', field: { name = '' } = {} } = field() ?? {}
  const where = { ...place(), section: section()?.id ?? '', answer: id, name }
  await recordAnswer(account, { ...where, ...words, baseRevision: 0 })
  post({ kind: 'written', survey: surveyId })
}

test('shows edits of another tab once they are stored, if they were missing when the device was read', async () => {
  typedThere()
  await expect.poll(() => field()?.value, { interval: 1 }).toBe('Harbor')
  await draft.reload()
  expect(field()?.value).toBe('')
  await writtenThere()
  await expect.poll(() => field()?.value, { interval: 1 }).toBe('Harbor')
})

test('shows them also if they arrive during the read', async () => {
  typedThere()
  await expect.poll(() => field()?.value, { interval: 1 }).toBe('Harbor')
  const reading = draft.reload()
  await writtenThere()
  await reading
  await expect.poll(() => field()?.value, { interval: 1 }).toBe('Harbor')
})
