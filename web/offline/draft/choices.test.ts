import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import type { autoSave, SavedSections } from '#contract/surveys/surveys.ts'
import { mergeAnswer } from '#survey/answer-state.ts'
import { conflictChoices } from '#survey/conflict.ts'
import type { Answer } from '#survey/survey.ts'
import { partialReply } from '#web/testing/fake-entries.ts'
import { emptySurvey, surveyId, surveyWire, templateWire } from '#web/testing/fake-offline.ts'
import { loadDraft } from '#web/testing/new-draft.ts'
import { storeRemoteAnswers } from '../incoming/remote-answers.ts'
import { rememberSurvey, rememberTemplate } from '../incoming/server-copy.ts'
import { acknowledgeEntry, freezePayload } from '../outbox/transitions.ts'
import { db } from '../store/database.ts'
import type { Draft } from './draft.ts'

/** Several users edit one field and resolve conflicts late and in any order. */
const start = emptySurvey()
const place = {
  section: start.sections[0]?.id ?? '',
  subSection: start.sections[0]?.subSections[0]?.id ?? '',
}
const first = start.sections[0]?.subSections[0]?.answers[0] as Answer
const accounts = ['Ann', 'Ben', 'Cat'].map((name, index) => ({
  name,
  account: `019b0000-0000-7000-8000-0000000000a${index}`,
}))

class Server {
  answer: Answer = first
  by = ''
  /** Values that were replaced by an edit made with them in sight. */
  readonly seen = new Set<string>()
  readonly history = new Set<string>()
  #names = new Map<number, string>()

  save(who: string, input: InputOf<typeof autoSave>) {
    const [section] = input.body.user_survey_sections_attributes as SavedSections
    const [sent] =
      section?.user_survey_sub_sections_attributes[0]?.user_survey_sub_section_details_attributes ?? []
    if (!sent) throw new Error('nothing was sent')
    const before = this.answer
    const value = String(sent.field_value ?? '')
    const [editedAt, baseRevision] = [sent.edited_at ?? null, sent.base_revision ?? null]
    const merged = mergeAnswer(
      before,
      { value, values: [], editedAt, baseRevision },
      '2099-01-01T00:00:00.000Z',
    )
    this.history.add(before.value).add(value)
    const isTaken = merged.answer !== before
    if (isTaken && baseRevision === before.revision) this.seen.add(before.value)
    const otherBy = this.#names.get(before.revision) ?? ''
    this.answer = merged.answer
    if (isTaken) this.#names.set(this.answer.revision, who)
    const stands = this.answer.value === value
    const saved = stands ? [{ id: first.id, revision: this.answer.revision }] : []
    const other = { id: first.id, field_value: before.value, field_value_multiple: [], edited_by: otherBy }
    const conflicts = 'lost' in merged ? [{ ...other, revision: before.revision }] : []
    const attributes = { last_edited: '', progress: '', saved, conflicts, recovered: [] }
    return { isTaken, reply: { data: { attributes } } }
  }

  get event() {
    const { value: field_value, revision, editedAt: edited_at } = this.answer
    const given = { id: first.id, field_value, field_value_multiple: [], revision, edited_at }
    const edited_by = this.#names.get(revision) ?? ''
    return { answers: [{ ...given, copied_from: null, edited_by }], progress: '', last_edited: '' }
  }

  wire() {
    const copy = structuredClone(surveyWire(start))
    const detail =
      copy.user_survey_sections[0]?.user_survey_sub_sections[0]?.user_survey_sub_section_details[0]
    const { value: field_value, revision, editedAt: edited_at } = this.answer
    Object.assign(detail ?? {}, { field_value, revision, edited_at })
    return copy
  }
}

/** One user's device: real code, simulated network. */
class Device {
  readonly #events: Server['event'][] = []
  /** All values that the user was asked about. */
  readonly asked = new Set<string>()
  readonly name: string
  readonly account: string
  readonly #server: Server
  draft: Draft

  private constructor(who: { name: string; account: string }, server: Server, draft: Draft) {
    this.name = who.name
    this.account = who.account
    this.#server = server
    this.draft = draft
  }

  static async open(who: { name: string; account: string }, server: Server): Promise<Device> {
    await rememberTemplate(who.account, templateWire())
    await rememberSurvey(who.account, surveyWire())
    return new Device(who, server, await loadDraft(who.account))
  }

  get answer(): Answer {
    return this.draft.answer(first.id) as Answer
  }

  get choices() {
    const asked = this.draft.conflicts.get(first.id)
    return asked && conflictChoices(first.field, asked, this.answer)
  }

  type(value: string): void {
    this.draft.type(place, this.answer, { value, values: [] })
  }

  /** Chooses 'all' if available, otherwise the current value. */
  choose(what: 'own' | 'other' | 'all'): void {
    const { choices } = this
    if (!choices) return
    const [other] = choices.others
    const chosen = what === 'own' ? choices.own : what === 'all' ? (choices.all ?? this.fullest()) : other
    if (chosen) this.draft.choose(place, this.answer, choices, chosen)
  }

  async send(others: readonly Device[]): Promise<boolean> {
    await this.draft.written()
    const [next] = await db.outbox.where({ account: this.account }).sortBy('seq')
    const row = next && (await freezePayload(next.seq ?? 0))
    if (!row) return false
    const { isTaken, reply } = this.#server.save(this.name, row.input as InputOf<typeof autoSave>)
    if (isTaken) for (const one of others) if (one !== this) one.#events.push(this.#server.event)
    await acknowledgeEntry(row, partialReply(reply))
    return true
  }

  async hear(): Promise<boolean> {
    const next = this.#events.shift()
    if (next) await storeRemoteAnswers(this.account, surveyId, next)
    return next !== undefined
  }

  async readAnew(): Promise<void> {
    await rememberSurvey(this.account, this.#server.wire())
    await this.draft.reload()
  }

  /** Closes the app and opens it again. */
  async reopen(): Promise<void> {
    await this.draft.written()
    this.draft.close()
    this.draft = await loadDraft(this.account)
  }

  /** Records what the screen shows. */
  look(): void {
    const { choices } = this
    for (const { value } of choices ? [choices.own, ...choices.others] : []) this.asked.add(value)
  }

  /** Returns the most complete choice if none contains all others. */
  private fullest() {
    const { choices } = this
    const all = choices ? [...choices.others, choices.own] : []
    return all.toSorted((a, b) => wordsOf(b.value).length - wordsOf(a.value).length)[0]
  }
}

function wordsOf(value: string): readonly string[] {
  return value.split(' / ')
}

let server: Server
let devices: readonly Device[]

beforeEach(begin)

async function begin(): Promise<void> {
  for (const device of devices ?? []) device.draft.close()
  await db.delete()
  await db.open()
  server = new Server()
  devices = await Promise.all(accounts.map((who) => Device.open(who, server)))
}

function device(index: number): Device {
  return devices[index] as Device
}

async function everybodyHears(): Promise<void> {
  for (const one of devices) while (await one.hear()) one.look()
}

/** Sends and resolves until nothing is in flight. Returns the number of rounds. */
async function untilQuiet(
  choice: (index: number, round: number) => 'own' | 'other' | 'all',
): Promise<number> {
  for (let round = 0; round < 20; round += 1) {
    let moved = false
    for (const [index, one] of devices.entries()) {
      while (await one.hear()) moved = true
      one.look()
      if (one.choices) moved = true
      one.choose(choice(index, round))
      while (await one.send(devices)) moved = true
      one.look()
    }
    if (!moved) return round
  }
  return Number.POSITIVE_INFINITY
}

/** Ann and Ben edit without seeing each other; Ben, who sends second, gets the conflict. */
async function benIsAsked(): Promise<readonly [Device, Device]> {
  const [ann, ben] = [device(0), device(1)]
  ann.type('a')
  await ann.send(devices)
  ben.type('b')
  await ben.send(devices)
  await everybodyHears()
  expect(ben.choices).toMatchObject({ own: { value: 'b' }, others: [{ value: 'a', by: 'Ann' }] })
  return [ann, ben]
}

test('an open conflict shows later edits, and choosing the other value takes its latest version', async () => {
  const [ann, ben] = await benIsAsked()
  for (const value of ['b / line 1', 'b / line 1 / line 2', 'b / line 1 / line 2 / line 3']) {
    ann.type(value)
    await ann.send(devices)
    await everybodyHears()
  }
  expect(ben.answer.value).toBe('b / line 1 / line 2 / line 3')
  expect(ben.choices?.others.map(({ value, by }) => [value, by])).toEqual([
    ['b / line 1 / line 2 / line 3', 'Ann'],
    ['a', 'Ann'],
  ])
  ben.choose('other')
  await ben.send(devices)
  expect(server.answer.value).toBe('b / line 1 / line 2 / line 3')
  await untilQuiet(() => 'all')
  expect(devices.map(({ answer }) => answer.value)).toEqual(devices.map(() => server.answer.value))
})

test('keeping all combines the current value with the replaced ones', async () => {
  const [ann, ben] = await benIsAsked()
  ann.type('c')
  await ann.send(devices)
  await everybodyHears()
  ben.choose('all')
  await ben.send(devices)
  expect(server.answer.value).toBe('c / b / a')
})

test.each(['own', 'other', 'all'] as const)(
  'choosing %s before a newer edit arrives leads to a new conflict with it',
  async (what) => {
    const [ann, ben] = await benIsAsked()
    ann.type('c')
    await ann.send(devices)
    // Ben hasn't received it.
    ben.choose(what)
    await ben.send(devices)
    expect(ben.choices?.others[0]).toMatchObject({ value: 'c', by: 'Ann' })
    await untilQuiet(() => 'all')
    expect(wordsOf(server.answer.value)).toContain('c')
  },
)

test('typing during a conflict and meeting another shows both', async () => {
  const [ann, ben] = await benIsAsked()
  ann.type('c')
  await ann.send(devices)
  ben.type('b2')
  await ben.send(devices)
  expect(ben.choices?.others.map(({ value }) => value)).toEqual(['c', 'a'])
  ben.choose('all')
  await ben.send(devices)
  expect(server.answer.value).toBe('b2 / c / a')
})

test('a conflict keeps its update after a restart, and ends when the value contains all', async () => {
  const [ann, ben] = await benIsAsked()
  ann.type('c')
  await ann.send(devices)
  await everybodyHears()
  await ben.reopen()
  expect(ben.choices).toMatchObject({ own: { value: 'b' }, others: [{ value: 'c' }, { value: 'a' }] })
  ann.type('a / b / c')
  await ann.send(devices)
  await everybodyHears()
  expect(ben.choices).toBeUndefined()
  await ben.draft.written()
  await expect.poll(async () => (await db.answers.get([ben.account, first.id]))?.conflict ?? null).toBeNull()
  await ben.reopen()
  expect(ben.choices).toBeUndefined()
})

test('an edit received while the app was closed can end a conflict, too', async () => {
  const [ann, ben] = await benIsAsked()
  ann.type('a / b / c')
  await ann.send(devices)
  await rememberSurvey(ben.account, server.wire())
  await ben.reopen()
  expect(ben.choices).toBeUndefined()
  await expect.poll(async () => (await db.answers.get([ben.account, first.id]))?.conflict ?? null).toBeNull()
})

test('a focused field is resolved as shown, then conflicts with the newer edit', async () => {
  const [ann, ben] = await benIsAsked()
  ben.draft.hold(first.id)
  ann.type('c')
  await ann.send(devices)
  await everybodyHears()
  expect(ben.answer.value).toBe('b')
  ben.choose('own')
  await ben.send(devices)
  ben.draft.releaseField(first.id)
  expect(ben.choices?.others[0]).toMatchObject({ value: 'c' })
})

test('three users who keep all values end with all three, in any order', async () => {
  const order = fc.array(
    fc.record({ who: fc.nat(2), what: fc.constantFrom('send', 'hear', 'choose', 'read', 'reopen') }),
    {
      maxLength: 20,
    },
  )
  await fc.assert(
    fc.asyncProperty(order, async (steps) => {
      await begin()
      for (const [index, value] of ['a', 'b', 'c'].entries()) device(index).type(value)
      for (const { who, what } of steps) await step(device(who), what, 'all')
      expect(await untilQuiet(() => 'all')).toBeLessThan(20)
      expect(wordsOf(server.answer.value).toSorted()).toEqual(['a', 'b', 'c'])
      expectAgreement()
    }),
    { numRuns: 40 },
  )
}, 120_000)

test('in any sequence, no value is lost unseen and conflicts end', async () => {
  const steps = fc.array(
    fc.record({
      who: fc.nat(2),
      what: fc.constantFrom('type', 'type', 'send', 'send', 'hear', 'choose', 'read', 'reopen'),
      choice: fc.constantFrom('own', 'other', 'all'),
    }),
    { minLength: 5, maxLength: 25 },
  )
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      await begin()
      for (const [place, { who, what, choice }] of all.entries()) {
        if (what === 'type') device(who).type(`w${place}`)
        else await step(device(who), what, choice)
        for (const one of devices) one.look()
      }
      expect(
        await untilQuiet((index, round) => all[(index + round) % all.length]?.choice ?? 'own'),
      ).toBeLessThan(20)
      expectAgreement()
      const asked = new Set(devices.flatMap((one) => [...one.asked]))
      for (const value of server.history) {
        const isKnown = value === '' || value === server.answer.value || server.seen.has(value)
        expect([value, isKnown || asked.has(value)]).toEqual([value, true])
      }
    }),
    { numRuns: 60 },
  )
}, 120_000)

async function step(one: Device, what: string, choice: 'own' | 'other' | 'all'): Promise<void> {
  if (what === 'send') await one.send(devices)
  if (what === 'hear') await one.hear()
  if (what === 'choose') one.choose(choice)
  if (what === 'read') await one.readAnew()
  if (what === 'reopen') await one.reopen()
  one.look()
}

function expectAgreement(): void {
  expect(devices.map(({ answer }) => answer.value)).toEqual(devices.map(() => server.answer.value))
  expect(devices.map(({ choices }) => choices)).toEqual(devices.map(() => undefined))
}
