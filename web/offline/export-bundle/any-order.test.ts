import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import type { uploadMedia } from '#contract/media/media.ts'
import type { addSimilar, autoSave, SavedSections } from '#contract/surveys/surveys.ts'
import { type Mergeable, mergeAnswer } from '#survey/answer-state.ts'
import type { Section } from '#survey/survey.ts'
import { type Device, newDevice, workAsUsual, workOn } from '#web/testing/devices.ts'
import { partialReply } from '#web/testing/fake-entries.ts'
import { account, emptySurvey, surveyId, surveyWire, templateWire } from '#web/testing/fake-offline.ts'
import { rememberSurvey, rememberTemplate } from '../incoming/server-copy.ts'
import { acknowledgeEntry, freezePayload, postponeEntry } from '../outbox/transitions.ts'
import { recordAnswer, recordEntry } from '../record/record-answer.ts'
import { addSimilarEntry } from '../record/record-change.ts'
import { recordUpload } from '../record/record-media.ts'
import { db } from '../store/database.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import { importBundle } from './import-bundle.ts'
import { makeExportBundle } from './make-bundle.ts'

afterAll(workAsUsual)

const section = emptySurvey().sections[0] as Section
const part = section.subSections[0]
const start = Date.parse('2026-11-02T09:00:00.000Z')

/** A server that applies every key once and reports conflicts. */
class Server {
  readonly answers = new Map<string, Mergeable>()
  readonly made: string[] = []
  conflicts = 0
  readonly #replies = new Map<string, { readonly input: string; readonly reply: unknown }>()

  receive({ id, input, endpoint }: OutboxRow): unknown {
    const known = this.#replies.get(id)
    if (known) {
      expect(JSON.stringify(input)).toBe(known.input)
      return known.reply
    }
    const reply = this.#carryOut(endpoint, input)
    this.#replies.set(id, { input: JSON.stringify(input), reply })
    return reply
  }

  #carryOut(endpoint: string, input: unknown): unknown {
    if (endpoint === 'surveys.autoSave') return this.#save(input as InputOf<typeof autoSave>)
    if (endpoint === 'media.upload') {
      const { id, ids = [] } = (input as InputOf<typeof uploadMedia>).body
      this.made.push(...ids)
      const attributes = {
        id: id ?? '',
        user_survey_sub_section_detail_id: '',
        photo_details: [],
        media_details: [],
      }
      return { data: { id, type: 'media', attributes } }
    }
    this.made.push((input as InputOf<typeof addSimilar>).body.id ?? '')
    return { data: { id: section.id, type: 'section', attributes: surveyWire().user_survey_sections[0] } }
  }

  #save({ body }: InputOf<typeof autoSave>): unknown {
    const sections = body.user_survey_sections_attributes as SavedSections
    const details = sections.flatMap((one) =>
      one.user_survey_sub_sections_attributes.flatMap(
        (sub) => sub.user_survey_sub_section_details_attributes,
      ),
    )
    const saved = details.map((detail) => {
      const before = this.answers.get(detail.id) ?? { value: '', values: [], editedAt: null, revision: 0 }
      const edit = {
        value: String(detail.field_value ?? ''),
        values: detail.field_value_multiple ?? [],
        editedAt: detail.edited_at ?? null,
        baseRevision: detail.base_revision ?? null,
      }
      const merged = mergeAnswer(before, edit, new Date(start + 3_600_000).toISOString())
      if (merged.kind.endsWith('conflict')) this.conflicts += 1
      this.answers.set(detail.id, merged.answer)
      return { id: detail.id, revision: merged.answer.revision }
    })
    const attributes = { last_edited: '', progress: '', saved, conflicts: [], recovered: [] }
    return { data: { id: surveyId, type: 'survey', attributes } }
  }
}

/** One attempt for the first entry; `heard`: the reply arrived. */
async function send(server: Server, heard: boolean): Promise<boolean> {
  const [first] = await db.outbox.where({ account }).sortBy('seq')
  const sealed = first && (await freezePayload(first.seq ?? 0))
  if (!sealed) return first !== undefined
  const reply = server.receive(sealed)
  if (heard) await acknowledgeEntry(sealed, partialReply(reply))
  else await postponeEntry(sealed, 0)
  return true
}

type Step =
  | { readonly do: 'type'; readonly field: number }
  | { readonly do: 'photo' | 'part' | 'carry' }
  | { readonly do: 'send'; readonly from: 'a' | 'b'; readonly heard: boolean }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('type' as const), field: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('photo' as const, 'part' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('carry' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      from: fc.constantFrom('a' as const, 'b' as const),
      heard: fc.boolean(),
    }),
  },
)

/** Runs the steps on two devices and sends the rest. Returns the server's state and the last typed values. */
async function play(steps: readonly Step[]) {
  const devices: Record<'a' | 'b', Device> = { a: newDevice('a'), b: newDevice('b') }
  for (const device of [devices.b, devices.a]) {
    await workOn(device)
    await rememberTemplate(account, templateWire())
    await rememberSurvey(account, surveyWire())
  }
  const server = new Server()
  const last = new Map<string, string>()
  const made: string[] = []
  for (const [count, one] of steps.entries()) {
    if (one.do === 'type') await type(one.field, count, last)
    if (one.do === 'photo') made.push(await addPhoto(count))
    if (one.do === 'part') made.push(await addPart(count))
    if (one.do === 'carry') await carry(devices)
    if (one.do === 'send') {
      await workOn(devices[one.from])
      await send(server, one.heard)
      await workOn(devices.a)
    }
  }
  for (const device of [devices.b, devices.a]) {
    await workOn(device)
    while (await send(server, true));
  }
  return { server, last, made }
}

async function type(field: number, count: number, last: Map<string, string>): Promise<void> {
  const answer = part?.answers[field]
  await recordAnswer(account, {
    survey: surveyId,
    section: section.id,
    subSection: part?.id ?? '',
    answer: answer?.id ?? '',
    name: answer?.field.name ?? '',
    value: `words ${count}`,
    values: [],
    at: new Date(start + count * 1_000).toISOString(),
    baseRevision: 0,
    copiedFrom: null,
  })
  last.set(answer?.id ?? '', `words ${count}`)
}

const idOf = (kind: string, count: number) =>
  `019c0000-0000-7000-8000-${kind}${String(count).padStart(8, '0')}`

async function addPhoto(count: number): Promise<string> {
  const id = idOf('aaaa', count)
  const place = { survey: surveyId, subSection: part?.id ?? '', answer: part?.answers[0]?.id ?? '' }
  const data = { bytes: new Uint8Array([count]).buffer as ArrayBuffer, type: 'image/jpeg' }
  await recordUpload(account, place, idOf('bbbb', count), [
    { id, kind: 'photo', name: `${count}.jpg`, stage: 'ready', thumbnail: null, poster: null, data },
  ])
  return id
}

async function addPart(count: number): Promise<string> {
  const subSection = idOf('cccc', count)
  await recordEntry(addSimilarEntry(account, { survey: surveyId, section: section.id, subSection }))
  return subSection
}

async function carry({ a, b }: Record<'a' | 'b', Device>): Promise<void> {
  const bundle = await makeExportBundle(account)
  if (!bundle) return
  await workOn(b)
  await importBundle(account, bundle.file)
  await workOn(a)
}

test('after any sequence of transfers and sends between two devices, everything arrives once without conflicts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
      const { server, last, made } = await play(steps)
      expect(server.made.toSorted()).toEqual(made.toSorted())
      expect(server.conflicts).toBe(0)
      for (const [id, value] of last) expect(server.answers.get(id)?.value).toBe(value)
    }),
    { numRuns: 15, seed: 20_261_102 },
  )
}, 60_000)
