import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addSimilar } from '#survey/edit/add-similar.ts'
import { setAnswer } from '#survey/edit/change.ts'
import { selectAllExcept } from '#survey/edit/copy-from-last.ts'
import { fixedId } from '#survey/ids.ts'
import type { Answer, Survey } from '#survey/survey.ts'
import { account, emptySurvey, surveyId, surveyWire, templateWire } from '#web/testing/fake-offline.ts'
import { rememberSurvey, rememberTemplate } from '../incoming/server-copy.ts'
import { db } from '../store/database.ts'
import { checkCopied, clearCopy, copyIntoNewest } from './copy-actions.ts'
import { Draft } from './draft.ts'
import { attachFiles, removeMedia } from './draft-actions.ts'
import { loadSurvey } from './load-survey.ts'

const at = '2026-11-01T08:00:00.000Z'
let draft: Draft

beforeEach(async () => {
  await db.delete()
  await db.open()
  await rememberTemplate(account, templateWire())
  await rememberSurvey(account, surveyWire(twoFloors()))
  draft = await openAgain()
})

afterEach(async () => {
  draft.close()
  await draft.written()
})

async function openAgain(): Promise<Draft> {
  const loaded = await loadSurvey(account, surveyId)
  if (!loaded) throw new Error('not on the device')
  return new Draft(account, loaded)
}

function twoFloors(): Survey {
  const empty = emptySurvey()
  const floors = empty.sections[1]
  const first = floors?.subSections[0]
  if (!floors || !first) throw new Error('no floors')
  const [, name, wiring] = first.answers
  const named = setAnswer(empty, first.id, name?.id ?? '', { value: 'Ground', at })
  const wired = setAnswer(named, first.id, wiring?.id ?? '', { values: ['Copper'], at })
  return addSimilar(wired, floors.id, fixedId(at, 'second floor'), at)
}

const floors = () => draft.survey.sections[1]
const sectionId = () => floors()?.id ?? ''
const part = (index: number) => floors()?.subSections[index]
const answer = (index: number, field: string): Answer => {
  const found = part(index)?.answers.find((one) => one.field.name === field)
  if (!found) throw new Error(`No ${field}`)
  return found
}
const place = (index: number) => ({ section: sectionId(), subSection: part(index)?.id ?? '' })
const everything = () => selectAllExcept(floors() ?? fail())
const entries = () => db.outbox.where({ account }).sortBy('seq')

async function photographFirst(): Promise<string> {
  const id = fixedId(at, 'photo')
  const data = { bytes: new Uint8Array([1, 2, 3]).buffer, type: 'image/jpeg' }
  const file = {
    id,
    kind: 'photo',
    name: 'riser.jpg',
    stage: 'ready',
    thumbnail: null,
    poster: null,
  } as const
  await attachFiles(draft, { ...place(0), answer: answer(0, 'Riser').id }, fixedId(at, 'upload'), [
    { ...file, data },
  ])
  return id
}

test('stores a copy with its marks, also after a restart', async () => {
  await copyIntoNewest(draft, sectionId(), everything())
  await draft.written()
  draft.close()
  draft = await openAgain()
  expect(answer(1, 'Wiring')).toMatchObject({ values: ['Copper'], copiedFrom: part(0)?.id })
  expect(answer(1, 'Floor name')).toMatchObject({ value: 'Ground', copiedFrom: part(0)?.id })
  expect((await entries()).map(({ endpoint }) => endpoint)).toEqual(['surveys.autoSave'])
})

test('copies photos by reference, after the upload of their originals', async () => {
  const original = await photographFirst()
  await copyIntoNewest(draft, sectionId(), everything())
  const [copy] = answer(1, 'Riser').media
  expect(copy).toMatchObject({ kind: 'photo', copiedFrom: original })
  expect(draft.files.get(copy?.id ?? '')).toMatchObject({ id: original, name: 'riser.jpg' })
  const rows = await entries()
  const endpoints = rows.map(({ endpoint }) => endpoint)
  expect(endpoints.indexOf('media.copy')).toBeGreaterThan(endpoints.indexOf('media.upload'))
  const copying = rows.find(({ endpoint }) => endpoint === 'media.copy')
  expect(copying?.input).toMatchObject({
    body: { attached_photos: [{ id: original, copy_id: copy?.id, description: '' }] },
  })
  expect(await db.blobs.count()).toBe(1)
})

test('unchecking removes copied values and photos without a trace if they were never sent', async () => {
  const original = await photographFirst()
  await copyIntoNewest(draft, sectionId(), everything())
  draft.type(place(1), answer(1, 'Floor name'), { value: 'Second', values: [] })
  await clearCopy(draft, sectionId())
  expect(answer(1, 'Wiring').values).toEqual([])
  expect(answer(1, 'Floor name').value).toBe('Second')
  expect(answer(1, 'Riser').media).toEqual([])
  expect(answer(0, 'Riser').media.map(({ id }) => id)).toEqual([original])
  expect((await entries()).map(({ endpoint }) => endpoint)).not.toContain('media.copy')
  expect((await entries()).map(({ endpoint }) => endpoint)).not.toContain('media.delete')
})

test('asks the server to delete a copy that it may have', async () => {
  await photographFirst()
  await copyIntoNewest(draft, sectionId(), everything())
  const row = (await entries()).find(({ endpoint }) => endpoint === 'media.copy')
  await db.outbox.update(row?.seq ?? 0, { attempts: 1 })
  await clearCopy(draft, sectionId())
  const endpoints = (await entries()).map(({ endpoint }) => endpoint)
  expect(endpoints.slice(-2)).toEqual(['media.copy', 'media.delete'])
})

test('confirming a copied answer keeps its value and removes its mark', async () => {
  await copyIntoNewest(draft, sectionId(), everything())
  await checkCopied(draft, [{ place: place(1), answers: part(1)?.answers ?? [] }])
  await draft.written()
  expect(answer(1, 'Wiring')).toMatchObject({ values: ['Copper'], copiedFrom: null })
  expect(await db.answers.get([account, answer(1, 'Wiring').id])).toMatchObject({ copiedFrom: null })
  await clearCopy(draft, sectionId())
  expect(answer(1, 'Wiring').values).toEqual(['Copper'])
})

test('confirming a copied photo keeps it and removes its mark, also on the server', async () => {
  await photographFirst()
  await copyIntoNewest(draft, sectionId(), everything())
  await checkCopied(draft, [{ place: place(1), answers: part(1)?.answers ?? [] }])
  await draft.written()
  draft.close()
  draft = await openAgain()
  const [copy] = answer(1, 'Riser').media
  expect(copy).toMatchObject({ copiedFrom: null })
  const rows = await entries()
  const [copying, said] = rows.slice(-2)
  expect([copying?.endpoint, said?.endpoint]).toEqual(['media.copy', 'media.describe'])
  expect(said?.input).toMatchObject({
    body: { user_survey_media_id: copying?.id, photo_id: copy?.id, description: '' },
  })
  await clearCopy(draft, sectionId())
  expect(answer(1, 'Riser').media).toHaveLength(1)
  const target = { id: copy?.id ?? '', kind: 'photo', upload: copying?.id ?? '' } as const
  await removeMedia(draft, [{ place: { ...place(1), answer: answer(1, 'Riser').id }, target }])
  expect((await entries()).map(({ endpoint }) => endpoint)).not.toContain('media.describe')
})

test('copies photos only if they are selected', async () => {
  await photographFirst()
  await copyIntoNewest(draft, sectionId())
  expect(answer(1, 'Wiring').values).toEqual(['Copper'])
  expect(answer(1, 'Riser').media).toEqual([])
})

function fail(): never {
  throw new Error('no floors')
}
