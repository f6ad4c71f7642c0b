import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import type { AnswersChanged } from '#contract/surveys/survey-events.ts'
import type { autoSave } from '#contract/surveys/surveys.ts'
import { mergeAnswer } from '#survey/answer-state.ts'
import { conflictChoices } from '#survey/conflict.ts'
import type { Answer } from '#survey/survey.ts'
import { partialReply } from '#web/testing/fake-entries.ts'
import { account, emptySurvey, surveyId, surveyWire } from '#web/testing/fake-offline.ts'
import { newDraft } from '#web/testing/new-draft.ts'
import type { Draft } from '../draft/draft.ts'
import { loadSurvey } from '../draft/load-survey.ts'
import { acknowledgeEntry, freezePayload } from '../outbox/transitions.ts'
import { db } from '../store/database.ts'
import { storeRemoteAnswers } from './remote-answers.ts'
import { rememberSurvey } from './server-copy.ts'

const start = emptySurvey()
const [section] = start.sections
const part = section?.subSections[0]
const ids = (part?.answers ?? []).slice(0, 2).map(({ id }) => id)
const place = { section: section?.id ?? '', subSection: part?.id ?? '' }
const noon = Date.parse('2026-11-01T12:00:00.000Z')

/** Simulates the server's answers. */
class Server {
  answers = new Map((part?.answers ?? []).map((answer) => [answer.id, answer]))
  #clock = noon

  /** Edits as another user, and returns the event. */
  edit(id: string, value: string): AnswersChanged {
    this.#clock += 1_000
    const at = new Date(this.#clock).toISOString()
    const before = this.#answer(id)
    this.#put({ ...before, value, revision: before.revision + 1, editedAt: at })
    return this.said([id])
  }

  said(some: readonly string[]): AnswersChanged {
    const answers = some.map((id) => {
      const { value, values, revision, editedAt } = this.#answer(id)
      const given = { field_value: value, field_value_multiple: [...values] }
      return { id, ...given, revision, edited_at: editedAt, copied_from: null, edited_by: 'Eve Jones' }
    })
    return { answers, progress: '10% completed', last_edited: new Date(this.#clock).toISOString() }
  }

  save(input: InputOf<typeof autoSave>) {
    const saved: { id: string; revision: number }[] = []
    const conflicts = []
    const sections = input.body.user_survey_sections_attributes as Sent
    for (const sent of sections[0]?.user_survey_sub_sections_attributes[0]
      ?.user_survey_sub_section_details_attributes ?? []) {
      const { id, field_value: value, edited_at: editedAt, base_revision: baseRevision } = sent
      const now = new Date(this.#clock + 3_600_000).toISOString()
      const merged = mergeAnswer(this.#answer(id), { value, values: [], editedAt, baseRevision }, now)
      this.#put(merged.answer)
      if (merged.kind !== 'rejected-with-conflict') saved.push({ id, revision: merged.answer.revision })
      if ('lost' in merged) {
        const other = merged.kind === 'rejected-with-conflict' ? merged.answer : merged.lost
        const given = { field_value: other.value, field_value_multiple: [] }
        conflicts.push({ id, ...given, revision: merged.answer.revision, edited_by: 'Eve Jones' })
      }
    }
    return { data: { attributes: { last_edited: '', progress: '', saved, conflicts, recovered: [] } } }
  }

  wire() {
    const copy = structuredClone(surveyWire(start))
    for (const detail of copy.user_survey_sections[0]?.user_survey_sub_sections[0]
      ?.user_survey_sub_section_details ?? []) {
      const { value, revision, editedAt } = this.#answer(detail.id)
      Object.assign(detail, { field_value: value, revision, edited_at: editedAt })
    }
    return copy
  }

  #answer(id: string): Answer {
    const found = this.answers.get(id)
    if (!found) throw new Error(`no answer ${id}`)
    return found
  }

  #put(answer: Answer): void {
    this.answers.set(answer.id, answer)
  }
}

type Sent = readonly {
  readonly user_survey_sub_sections_attributes: readonly {
    readonly user_survey_sub_section_details_attributes: readonly {
      readonly id: string
      readonly field_value: string
      readonly edited_at: string
      readonly base_revision: number
    }[]
  }[]
}[]

let draft: Draft

beforeEach(begin)

async function begin(): Promise<void> {
  draft = await newDraft()
}

function type(id: string, value: string): void {
  const answer = draft.answer(id)
  if (answer) draft.type(place, answer, { value, values: [] })
}

const shown = (id = ids[0] ?? '') => draft.answer(id)?.value
const first = ids[0] ?? ''

test('an idle field shows a remote edit and its author', async () => {
  const server = new Server()
  expect(await storeRemoteAnswers(account, surveyId, server.edit(first, 'Pier'))).toBe(true)
  expect(shown()).toBe('Pier')
  expect(draft.changedBy.get(first)?.by).toBe('Eve Jones')
  expect((await loadSurvey(account, surveyId))?.survey.sections[0]?.subSections[0]?.answers[0]?.value).toBe(
    'Pier',
  )
  draft.close()
})

test('a focused field keeps its value until it loses focus, even if the survey is read again', async () => {
  const server = new Server()
  draft.hold(first)
  await storeRemoteAnswers(account, surveyId, server.edit(first, 'Pier'))
  await draft.reload()
  expect(shown()).toBe('')
  draft.releaseField(first)
  expect(shown()).toBe('Pier')
  draft.close()
})

test('reports a conflict for an edit made without seeing the other, until the user chooses', async () => {
  const server = new Server()
  draft.hold(first)
  await storeRemoteAnswers(account, surveyId, server.edit(first, 'Pier'))
  type(first, 'Harbor')
  await send(server)
  await expect.poll(() => draft.conflicts.get(first)?.otherBy).toBe('Eve Jones')
  // The other clock is months behind, so this answer is the later one.
  expect(draft.conflicts.get(first)).toMatchObject({ stands: 'own', other: { value: 'Pier' } })
  type(first, 'Harbor East')
  await send(server)
  await draft.reload()
  expect(draft.conflicts.has(first)).toBe(true)
  const [answer, asked] = [draft.answer(first), draft.conflicts.get(first)]
  if (!answer || !asked) throw new Error('nothing to choose')
  const choices = conflictChoices(answer.field, asked, answer)
  draft.choose(place, answer, choices, choices.own)
  await send(server)
  await rememberSurvey(account, server.wire())
  await draft.reload()
  expect(draft.conflicts.has(first)).toBe(false)
  expect(shown()).toBe('Harbor East')
  draft.close()
})

test('a remote answer does not replace text typed while an older save was in flight', async () => {
  const server = new Server()
  type(first, 'Harbor')
  const flying = await sealed(server)
  if (!flying) throw new Error('nothing to send')
  await storeRemoteAnswers(account, surveyId, server.edit(first, 'Pier'))
  type(first, 'Harbor East')
  await draft.written()
  await acknowledgeEntry(flying.row, partialReply(flying.reply))
  expect(shown()).toBe('Harbor East')
  await send(server)
  await draft.reload()
  expect([shown(), server.answers.get(first)?.value]).toEqual(['Harbor East', 'Harbor East'])
  draft.close()
})

test('answers of an unknown sub-section trigger a read of the survey', async () => {
  const server = new Server()
  const changed = server.edit(first, 'Pier')
  const strange = changed.answers.map((answer) => ({ ...answer, id: 'unknown' }))
  expect(await storeRemoteAnswers(account, surveyId, { ...changed, answers: strange })).toBe(false)
  draft.close()
})

test('events, edits, replies and reads in any order end in the server’s state', async () => {
  const step = fc.record({
    kind: fc.constantFrom('type', 'other', 'event', 'send', 'reply', 'ask', 'read', 'hold', 'let go'),
    of: fc.nat(ids.length - 1),
    value: fc.constantFrom('A', 'B', 'C', 'D'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
      await begin()
      const world = new World()
      for (const { kind, of, value } of steps) await world.step(kind, ids[of] ?? '', value)
      await world.end()
      const stored = await loadSurvey(account, surveyId)
      const want = ids.map((id) => world.server.answers.get(id)?.value)
      const onDevice = stored?.survey.sections[0]?.subSections[0]?.answers ?? []
      expect(ids.map((id) => onDevice.find((answer) => answer.id === id)?.value)).toEqual(want)
      await expect.poll(() => ids.map(shown), { interval: 5 }).toEqual(want)
      draft.close()
    }),
    { numRuns: 60 },
  )
}, 60_000)

/** Messages in flight between device and server. */
class World {
  server = new Server()
  #events: AnswersChanged[] = []
  #reading: ReturnType<Server['wire']> | null = null
  #flying: { row: Parameters<typeof acknowledgeEntry>[0]; reply: unknown } | null = null

  async step(kind: string, id: string, value: string): Promise<void> {
    if (kind === 'type') type(id, value)
    if (kind === 'other') this.#events.push(this.server.edit(id, value))
    if (kind === 'event') await this.#hear()
    if (kind === 'send' && !this.#flying) this.#flying = await sealed(this.server)
    if (kind === 'reply') await this.#reply()
    if (kind === 'ask') this.#reading ??= this.server.wire()
    if (kind === 'read') await this.#read()
    if (kind === 'hold') draft.hold(id)
    if (kind === 'let go') draft.releaseField(id)
  }

  async end(): Promise<void> {
    for (const id of ids) draft.releaseField(id)
    await this.#reply()
    for (;;) {
      this.#flying = await sealed(this.server)
      if (!this.#flying) break
      await this.#reply()
    }
    while (this.#events.length > 0) await this.#hear()
    await this.#read()
  }

  async #hear(): Promise<void> {
    const next = this.#events.shift()
    if (next) await storeRemoteAnswers(account, surveyId, next)
  }

  async #reply(): Promise<void> {
    if (this.#flying) await acknowledgeEntry(this.#flying.row, partialReply(this.#flying.reply))
    this.#flying = null
  }

  async #read(): Promise<void> {
    if (this.#reading) await rememberSurvey(account, this.#reading)
    this.#reading = null
  }
}

async function sealed(server: Server) {
  await draft.written()
  const [next] = await db.outbox.where({ account }).sortBy('seq')
  const row = next && (await freezePayload(next.seq ?? 0))
  return row ? { row, reply: server.save(row.input as InputOf<typeof autoSave>) } : null
}

async function send(server: Server): Promise<void> {
  const sent = await sealed(server)
  if (sent) await acknowledgeEntry(sent.row, partialReply(sent.reply))
}
