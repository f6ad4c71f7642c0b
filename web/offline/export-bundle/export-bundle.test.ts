import 'fake-indexeddb/auto'
import {
  BlobReader,
  BlobWriter,
  TextReader,
  Uint8ArrayWriter,
  ZipReader,
  ZipWriter,
} from '@zip.js/zip.js/lib/zip-core-native.js'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Section } from '#survey/survey.ts'
import { type Device, newDevice, workAsUsual, workOn } from '#web/testing/devices.ts'
import { account, emptySurvey, surveyId, surveyWire, templateWire } from '#web/testing/fake-offline.ts'
import { loadSurvey } from '../draft/load-survey.ts'
import { rememberSurvey, rememberTemplate } from '../incoming/server-copy.ts'
import { freezePayload } from '../outbox/transitions.ts'
import { discardEntries } from '../record/discard.ts'
import { recordAnswer, recordEntry } from '../record/record-answer.ts'
import { addSimilarEntry, recordStatus } from '../record/record-change.ts'
import { recordRemoval, recordUpload } from '../record/record-media.ts'
import { recordPlans } from '../record/record-plan.ts'
import { db } from '../store/database.ts'
import { headerIn } from '../store/operation-facts.ts'
import { importBundle } from './import-bundle.ts'
import { makeExportBundle } from './make-bundle.ts'
import { manifestName } from './manifest.ts'
import { BundleRefused } from './open-bundle.ts'

const survey = emptySurvey()
const section = survey.sections[0] as Section
const part = section.subSections[0]
const other = '019b0000-0000-7000-8000-0000000000cc'
const id = (tail: string) => `019b0000-0000-7000-8000-0000000000${tail}`
const where = { survey: surveyId, subSection: part?.id ?? '', answer: part?.answers[0]?.id ?? '' }

afterAll(workAsUsual)

let a: Device
let b: Device
beforeEach(async () => {
  a = newDevice('a')
  b = newDevice('b')
  for (const device of [b, a]) {
    await workOn(device)
    await rememberTemplate(account, templateWire())
    await rememberSurvey(account, surveyWire())
  }
})

function type(field: number, value: string, at = '2026-11-02T09:00:00.000Z') {
  const answer = part?.answers[field]
  return recordAnswer(account, {
    survey: surveyId,
    section: section.id,
    subSection: part?.id ?? '',
    answer: answer?.id ?? '',
    name: answer?.field.name ?? '',
    value,
    values: [],
    at,
    baseRevision: 0,
    copiedFrom: null,
  })
}

function addPhoto(tail: string, bytes = new Uint8Array([1, 2, 3])) {
  const data = { bytes: bytes.buffer as ArrayBuffer, type: 'image/jpeg' }
  const small = { bytes: new Uint8Array([9]).buffer as ArrayBuffer, type: 'image/jpeg' }
  const file = { kind: 'photo' as const, name: `roof ${tail}.jpg`, stage: 'ready' as const }
  return recordUpload(account, where, id(`${tail}f`.slice(-2)), [
    { id: id(tail), ...file, thumbnail: small, poster: null, data },
  ])
}

const queue = () => db.outbox.where({ account }).sortBy('seq')
async function shown() {
  const parts = (await loadSurvey(account, surveyId))?.survey.sections[0]?.subSections
  return parts?.find((one) => one.id === part?.id)?.answers[0]?.value
}

async function exported(): Promise<Blob> {
  const bundle = await makeExportBundle(account)
  if (!bundle) throw new Error('nothing was exported')
  return bundle.file
}

async function refusalOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'taken in',
    (error: unknown) => (error instanceof BundleRefused ? error.refusal : String(error)),
  )
}

/** Copies the zip with a changed manifest or fewer members. */
async function changed(file: Blob, change: (manifest: Record<string, unknown>) => unknown, leaveOut = /^$/) {
  const reader = new ZipReader(new BlobReader(file))
  const writer = new ZipWriter(new BlobWriter('application/zip'), { useWebWorkers: false })
  for (const entry of await reader.getEntries()) {
    if (entry.directory || leaveOut.test(entry.filename)) continue
    const bytes = await entry.getData(new Uint8ArrayWriter(), { useWebWorkers: false })
    if (entry.filename !== manifestName)
      await writer.add(entry.filename, new BlobReader(new Blob([bytes])), { level: 0 })
    else {
      const manifest = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>
      await writer.add(manifestName, new TextReader(JSON.stringify(change(manifest))))
    }
  }
  return writer.close()
}

test('exports nothing if nothing is unsent', async () => {
  expect(await makeExportBundle(account)).toBeNull()
})

test('another device imports everything, under the same keys and in order', async () => {
  await type(0, 'Harbor')
  await recordEntry(addSimilarEntry(account, { survey: surveyId, section: section.id, subSection: id('d1') }))
  await addPhoto('e1')
  const picture = { bytes: new Uint8Array([7, 7]).buffer as ArrayBuffer, type: 'image/png' }
  await recordPlans(account, surveyId, [
    { id: id('d2'), name: 'Ground', width: 10, height: 10, thumbnail: null, data: picture },
  ])
  await recordStatus(account, surveyId, 'Started')
  const file = await exported()
  const sent = (await queue()).map(({ id, endpoint, input }) => ({ id, endpoint, input }))
  await workOn(b)
  expect(await importBundle(account, file)).toEqual({ added: 5, known: 0 })
  expect((await queue()).map(({ id, endpoint, input }) => ({ id, endpoint, input }))).toEqual(sent)
  expect(await shown()).toBe('Harbor')
  expect(new Uint8Array((await db.blobs.get([account, id('e1')]))?.bytes ?? [])).toEqual(
    new Uint8Array([1, 2, 3]),
  )
  expect((await db.files.get([account, id('e1')]))?.thumbnail?.bytes.byteLength).toBe(1)
  expect((await db.planPictures.get([account, id('d2')]))?.bytes.byteLength).toBe(2)
  expect(await importBundle(account, file)).toEqual({ added: 0, known: 5 })
  expect(await queue()).toHaveLength(5)
})

test('opens a survey on a device that never opened it before', async () => {
  await type(0, 'Harbor')
  const file = await exported()
  await workOn(b)
  await db.copies.clear()
  await db.subSections.clear()
  await importBundle(account, file)
  expect(await shown()).toBe('Harbor')
})

test('edits after the export go into new entries that build on the exported ones', async () => {
  await type(0, 'Har')
  await exported()
  await type(0, 'Harbor', '2026-11-02T09:01:00.000Z')
  await exported()
  await type(0, 'Harbor View', '2026-11-02T09:02:00.000Z')
  const [first, second, third] = await queue()
  expect(JSON.stringify(first?.input)).toContain('"field_value":"Har"')
  expect(JSON.stringify(first?.input)).toContain('"base_revision":0')
  expect(JSON.stringify(second?.input)).toContain('"field_value":"Harbor"')
  expect(JSON.stringify(second?.input)).toContain('"base_revision":1')
  expect(third?.input).toBeNull()
  const sealed = await freezePayload(first?.seq ?? 0)
  expect(sealed?.input).toEqual(first?.input)
})

test('a Save after an exported Submit wins, whichever device sends first', async () => {
  await recordStatus(account, surveyId, 'Completed')
  await exported()
  await recordStatus(account, surveyId, 'Started')
  expect((await queue()).map((row) => headerIn(row).status)).toEqual(['Completed', 'Started'])
})

test('does not overwrite newer edits on the other device', async () => {
  await type(0, 'From A')
  const file = await exported()
  await workOn(b)
  await type(0, 'From B', '2026-11-02T10:00:00.000Z')
  await importBundle(account, file)
  expect(await shown()).toBe('From B')
  expect(await queue()).toHaveLength(2)
})

test('a photo deleted after the export is deleted after its upload', async () => {
  await addPhoto('e1')
  await exported()
  await recordRemoval(account, where, { kind: 'photo', id: id('e1'), upload: id('1f') })
  expect((await queue()).map(({ endpoint }) => endpoint)).toEqual(['media.upload', 'media.delete'])
  expect(await db.blobs.get([account, id('e1')])).toBeDefined()
})

test('includes rejected entries with the server’s message', async () => {
  await recordStatus(account, surveyId, 'Completed')
  const [row] = await queue()
  await db.outbox.update(row?.seq ?? 0, { state: 'parked', problem: 'Please fill all mandatory fields' })
  const file = await exported()
  await workOn(b)
  await importBundle(account, file)
  expect((await queue())[0]).toMatchObject({ state: 'parked', problem: 'Please fill all mandatory fields' })
})

test('imports discarded entries again from the same file, but not sent ones', async () => {
  await type(0, 'Harbor')
  await recordStatus(account, surveyId, 'Started')
  const file = await exported()
  const [save, status] = await queue()
  await db.outbox.update(save?.seq ?? 0, { state: 'parked', problem: 'This answer is too long.' })
  await discardEntries(account, [save?.id ?? ''])
  await db.outbox.delete(status?.seq ?? 0)
  expect(await importBundle(account, file)).toEqual({ added: 1, known: 1 })
  expect(await shown()).toBe('Harbor')
})

test('rejects another account, a file of a newer app, and any other file', async () => {
  await type(0, 'Harbor')
  const file = await exported()
  await workOn(b)
  expect(await refusalOf(importBundle(other, file))).toBe('other-account')
  const newer = await changed(file, (manifest) => ({ ...manifest, version: 2, more: 1 }))
  expect(await refusalOf(importBundle(account, newer))).toBe('newer')
  expect(await refusalOf(importBundle(account, new Blob(['PK no zip'])))).toBe('not-a-bundle')
  const foreign = await changed(file, () => ({ hello: 'world' }))
  expect(await refusalOf(importBundle(account, foreign))).toBe('not-a-bundle')
  expect(await queue()).toHaveLength(0)
})

test('rejects an inconsistent file as a whole', async () => {
  await type(0, 'Harbor')
  await addPhoto('e1')
  const file = await exported()
  await workOn(b)
  const cases: [string, Promise<Blob>][] = [
    ['no bytes', changed(file, (manifest) => manifest, /roof/)],
    ['an unknown call', changed(file, (m) => withEntry(m, { endpoint: 'accounts.remove' }))],
    ['an input against the rules', changed(file, (m) => withEntry(m, { input: { body: { x: 1 } } }))],
    ['another survey', changed(file, (m) => withEntry(m, { survey: other }))],
    ['a bad id', changed(file, (m) => withEntry(m, { id: '../../x' }))],
    ['a wrong size', changed(file, (m) => withMembers(m, { size: 2 }))],
    ['too large', changed(file, (m) => withMembers(m, { size: 10 ** 12 }))],
    [
      'twice the same',
      changed(file, (m) => ({ ...m, entries: [...list(m, 'entries'), ...list(m, 'entries')] })),
    ],
  ]
  for (const [name, bad] of cases) {
    expect([name, await refusalOf(importBundle(account, await bad))]).toEqual([
      name,
      name === 'an unknown call' ? 'newer' : 'damaged',
    ])
  }
  expect(await queue()).toHaveLength(0)
  expect(await db.files.count()).toBe(0)
})

const list = (manifest: Record<string, unknown>, key: string) => manifest[key] as Record<string, unknown>[]
function withEntry(manifest: Record<string, unknown>, change: object) {
  const [first, ...rest] = list(manifest, 'entries')
  return { ...manifest, entries: [{ ...first, ...change }, ...rest] }
}
function withMembers(manifest: Record<string, unknown>, change: object) {
  return { ...manifest, members: list(manifest, 'members').map((member) => ({ ...member, ...change })) }
}
