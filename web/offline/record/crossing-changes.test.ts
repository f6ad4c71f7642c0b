import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Shape } from '#contract/media/drawing.ts'
import { addSimilar } from '#survey/edit/add-similar.ts'
import { setAnswer } from '#survey/edit/change.ts'
import { selectAllExcept } from '#survey/edit/copy-from-last.ts'
import { fixedId } from '#survey/ids.ts'
import type { Answer, Survey } from '#survey/survey.ts'
import { partialReply } from '#web/testing/fake-entries.ts'
import { account, emptySurvey, surveyId, surveyWire, templateWire } from '#web/testing/fake-offline.ts'
import { loadDraft } from '#web/testing/new-draft.ts'
import { clearCopy, copyIntoNewest } from '../draft/copy-actions.ts'
import type { Draft } from '../draft/draft.ts'
import { attachFiles, removeMedia, removePart } from '../draft/draft-actions.ts'
import { drawOnPhoto } from '../draft/drawing-actions.ts'
import { removePlan } from '../draft/plan-actions.ts'
import { confirmedChangeCount, rememberSurvey, rememberTemplate } from '../incoming/server-copy.ts'
import { isCopy, unsentCopies } from '../operations/media-reference.ts'
import { dueEntries } from '../outbox/queue.ts'
import { acknowledgeEntry, freezePayload, parkEntry, postponeEntry } from '../outbox/transitions.ts'
import { subscribe } from '../store/bus.ts'
import { db } from '../store/database.ts'
import { recordCopies } from './record-copy.ts'
import { recordPlans } from './record-plan.ts'

const at = '2026-11-01T08:00:00.000Z'
const photo = fixedId(at, 'photo')
const upload = fixedId(at, 'upload')
let draft: Draft

beforeEach(async () => {
  await db.delete()
  await db.open()
  await rememberTemplate(account, templateWire())
  await rememberSurvey(account, surveyWire(twoFloors()))
  draft = await loadDraft()
})

afterEach(async () => {
  draft.close()
  await draft.written()
})

function twoFloors(): Survey {
  const empty = emptySurvey()
  const floors = empty.sections[1]
  const first = floors?.subSections[0]
  if (!floors || !first) throw new Error('no floors')
  const named = setAnswer(empty, first.id, first.answers[1]?.id ?? '', { value: 'Ground', at })
  return addSimilar(named, floors.id, fixedId(at, 'second floor'), at)
}

const floors = () => draft.survey.sections[1]
const everything = () => {
  const section = floors()
  if (!section) throw new Error('no floors')
  return selectAllExcept(section)
}
const sectionId = () => floors()?.id ?? ''
const part = (index: number) => floors()?.subSections[index]
const answer = (index: number, field: string): Answer => {
  const found = part(index)?.answers.find((one) => one.field.name === field)
  if (!found) throw new Error(`No ${field}`)
  return found
}
const place = (index: number) => ({ section: sectionId(), subSection: part(index)?.id ?? '' })
const riser = (index: number) => ({ ...place(index), answer: answer(index, 'Riser').id })
const entries = () => db.outbox.where({ account }).sortBy('seq')
const endpoints = async () => (await entries()).map(({ endpoint }) => endpoint)
const entryOf = async (endpoint: string) => (await entries()).find((row) => row.endpoint === endpoint)

function pickedPhoto(id: string) {
  const data = { bytes: new Uint8Array([1, 2, 3]).buffer, type: 'image/jpeg' }
  const named = {
    id,
    kind: 'photo',
    name: `${id}.jpg`,
    stage: 'ready',
    thumbnail: null,
    poster: null,
  } as const
  return { ...named, data }
}

async function photographed(...ids: readonly string[]): Promise<void> {
  await attachFiles(draft, riser(0), upload, (ids.length > 0 ? ids : [photo]).map(pickedPhoto))
}

const blur: Shape = { kind: 'blur', x1: 0, y1: 0, x2: 1, y2: 1 }
const bytes = { bytes: new Uint8Array([9]).buffer, type: 'image/jpeg' }
function draw(id: string, shapes: readonly Shape[] = [blur]) {
  const drawn = { id, upload, drawnAt: draft.drawings.get(id)?.drawnAt ?? null }
  return drawOnPhoto(draft, riser(0), drawn, { shapes, picture: bytes, thumbnail: bytes })
}

test('makes the copy of an unsent photo before the photo is deleted', async () => {
  await photographed()
  await copyIntoNewest(draft, sectionId(), everything())
  await removeMedia(draft, [{ place: riser(0), target: { id: photo, kind: 'photo', upload } }])
  expect(answer(0, 'Riser').media).toEqual([])
  expect(answer(1, 'Riser').media).toMatchObject([{ copiedFrom: photo }])
  expect(draft.files.get(answer(1, 'Riser').media[0]?.id ?? '')).toMatchObject({ id: photo })
  expect(await db.blobs.get([account, photo])).toBeDefined()
  expect((await endpoints()).filter((name) => name.startsWith('media.'))).toEqual([
    'media.upload',
    'media.copy',
    'media.delete',
  ])
})

test('makes copies of an unsent copy before it is removed', async () => {
  await photographed()
  await copyIntoNewest(draft, sectionId(), everything())
  const [copy] = answer(1, 'Riser').media
  const copying = await entryOf('media.copy')
  await recordCopies(account, { survey: surveyId, ...riser(1), answer: fixedId(at, 'third riser') }, [
    { id: fixedId(at, 'copy of the copy'), kind: 'photo', description: '', copiedFrom: copy?.id ?? '' },
  ])
  await removeMedia(draft, [
    { place: riser(1), target: { id: copy?.id ?? '', kind: 'photo', upload: copying?.id ?? '' } },
  ])
  expect((await endpoints()).filter((name) => name.startsWith('media.'))).toEqual([
    'media.upload',
    'media.copy',
    'media.copy',
    'media.delete',
  ])
})

test('removing a rejected copy leaves nothing behind', async () => {
  await photographed()
  await copyIntoNewest(draft, sectionId(), everything())
  const copying = await entryOf('media.copy')
  const sealed = await freezePayload(copying?.seq ?? 0)
  if (!sealed) throw new Error('nothing to send')
  await parkEntry(sealed, 'No room')
  await draft.reload()
  await clearCopy(draft, sectionId())
  expect(await endpoints()).not.toContain('media.copy')
  expect(await endpoints()).not.toContain('media.delete')
})

test('sends the drawing that a copy waits for as copied, and a newer one later', async () => {
  await photographed()
  await draw(photo)
  const first = await entryOf('media.draw')
  await copyIntoNewest(draft, sectionId(), everything())
  await draw(photo, [blur, blur])
  expect((await endpoints()).filter((name) => name.startsWith('media.'))).toEqual([
    'media.upload',
    'media.draw',
    'media.copy',
    'media.draw',
  ])
  expect(await db.blobs.get([account, first?.id ?? ''])).toBeDefined()
  expect(draft.drawings.get(photo)?.shapes).toHaveLength(2)
})

test('deletes a plan after a failed attempt to send it', async () => {
  const plan = fixedId(at, 'plan')
  const picture = { bytes: new ArrayBuffer(8), type: 'image/png' }
  const picked = { id: plan, name: 'Level 1', width: 12, height: 8, thumbnail: null, data: picture }
  await recordPlans(account, surveyId, [picked])
  await draft.reload()
  const sealed = await freezePayload((await entryOf('plans.add'))?.seq ?? 0)
  if (!sealed) throw new Error('nothing to send')
  await postponeEntry(sealed, 0)
  removePlan(draft, plan)
  await draft.written()
  expect(await endpoints()).toEqual(['plans.delete'])
  expect([await db.plans.count(), await db.planPictures.count()]).toEqual([0, 0])
})

test('keeps the picture of a plan deleted while it is being sent, in case it has to be resent', async () => {
  const plan = fixedId(at, 'plan')
  const picture = { bytes: new ArrayBuffer(8), type: 'image/png' }
  const picked = { id: plan, name: 'Level 1', width: 12, height: 8, thumbnail: null, data: picture }
  await recordPlans(account, surveyId, [picked])
  await draft.reload()
  const sealed = await freezePayload((await entryOf('plans.add'))?.seq ?? 0)
  if (!sealed) throw new Error('nothing to send')
  removePlan(draft, plan)
  await draft.written()
  await postponeEntry(sealed, 0)
  expect(await endpoints()).toEqual(['plans.add', 'plans.delete'])
  expect(await db.planPictures.count()).toBe(1)
})

test('another device’s value does not carry the mark of the copy it replaced', async () => {
  await copyIntoNewest(draft, sectionId(), everything())
  await draft.written()
  const id = answer(1, 'Floor name').id
  const sealed = await freezePayload((await entryOf('surveys.autoSave'))?.seq ?? 0)
  if (!sealed) throw new Error('nothing to send')
  const conflicts = [{ id, field_value: 'Attic', field_value_multiple: [], revision: 4 }]
  const attributes = { progress: '', last_edited: at, saved: [], conflicts, recovered: [] }
  await acknowledgeEntry(sealed, { data: { id: surveyId, type: 'users_survey', attributes } })
  expect(answer(1, 'Floor name')).toMatchObject({ value: 'Attic', copiedFrom: null })
  draft.close()
  draft = await loadDraft()
  expect(answer(1, 'Floor name')).toMatchObject({ value: 'Attic', copiedFrom: null })
  await clearCopy(draft, sectionId())
  expect(answer(1, 'Floor name').value).toBe('Attic')
})

test('handles a second rejected file while the first is still parked', async () => {
  await photographed(photo, fixedId(at, 'photo 2'), fixedId(at, 'photo 3'))
  for (const problem of ['Not a photo', 'Too dark']) {
    const sealed = await freezePayload((await entryOf('media.upload'))?.seq ?? 0)
    if (!sealed) throw new Error('nothing to send')
    await parkEntry(sealed, problem, [{ message: problem }, { 'files[0]': problem }])
  }
  const states = (await entries()).map(({ state, problem }) => [state, problem])
  expect(states).toContainEqual(['waiting', null])
  expect(states).toContainEqual(['parked', 'Not a photo'])
  expect(states).toContainEqual(['parked', 'Too dark'])
})

test('parks a drawing with its photo', async () => {
  await photographed(photo, fixedId(at, 'photo 2'))
  await draw(photo)
  const sealed = await freezePayload((await entryOf('media.upload'))?.seq ?? 0)
  if (!sealed) throw new Error('nothing to send')
  const ids = (sealed.input as { body: { ids: string[] } }).body.ids
  await parkEntry(sealed, 'Too dark', [
    { message: 'Too dark' },
    { [`files[${ids.indexOf(photo)}]`]: 'Too dark' },
  ])
  const aside = (await entries()).find(({ state }) => state === 'parked')
  expect((await entryOf('media.draw'))?.input).toMatchObject({ body: { user_survey_media_id: aside?.id } })
})

test('a copy read before an upload arrived does not remove the photo', async () => {
  await photographed()
  const asked = await confirmedChangeCount(account, surveyId)
  const sealed = await freezePayload((await entryOf('media.upload'))?.seq ?? 0)
  if (!sealed) throw new Error('nothing to send')
  const item = { id: photo, media_id: upload, filename: 'riser.jpg', description: '' }
  const attributes = { id: upload, photo_details: [item], media_details: [] }
  await acknowledgeEntry(
    sealed,
    partialReply({ data: { id: upload, type: 'user_survey_media', attributes } }),
  )
  expect(await rememberSurvey(account, surveyWire(twoFloors()), asked)).toBe(false)
  await draft.reload()
  expect(answer(0, 'Riser').media.map(({ id }) => id)).toEqual([photo])
  expect(
    await rememberSurvey(account, surveyWire(twoFloors()), await confirmedChangeCount(account, surveyId)),
  ).toBe(true)
})

test('reads the survey again after a deletion or late photo that the server saved aside', async () => {
  const asked: string[] = []
  const forget = subscribe(account, (event) => event.kind === 'elsewhere' && asked.push(event.survey))
  await photographed()
  removePart(draft, place(1), '')
  await draft.written()
  const settle = async (endpoint: string, reply: unknown) => {
    const sealed = await freezePayload((await entryOf(endpoint))?.seq ?? 0)
    if (!sealed) throw new Error('nothing to send')
    await acknowledgeEntry(sealed, partialReply(reply))
  }
  await settle('surveys.removeSimilar', null)
  expect(asked).toEqual([surveyId])
  await rememberSurvey(account, surveyWire({ ...twoFloors(), sections: [] }))
  const attributes = { photo_details: [], media_details: [] }
  await settle('media.upload', { data: { id: upload, type: 'user_survey_media', attributes } })
  expect(asked).toEqual([surveyId, surveyId])
  forget()
})

test('drops the row of a saved title that the server’s copy contains', async () => {
  const title = part(0)?.title
  if (!title) throw new Error('no title')
  draft.type(place(0), title, { value: 'North', values: [] })
  await draft.written()
  const sealed = await freezePayload((await entryOf('surveys.autoSave'))?.seq ?? 0)
  if (!sealed) throw new Error('nothing to send')
  const saved = [{ id: title.id, revision: 1 }]
  const attributes = { progress: '', last_edited: at, saved, conflicts: [], recovered: [] }
  await acknowledgeEntry(sealed, { data: { id: surveyId, type: 'users_survey', attributes } })
  const wire = surveyWire(twoFloors())
  const [first] = wire.user_survey_sections[1]?.user_survey_sub_sections ?? []
  if (!first) throw new Error('no floors')
  Object.assign(first, {
    user_survey_sub_section_title: 'North',
    user_survey_sub_section_title_detail: { id: title.id, revision: 1, edited_at: at },
  })
  await rememberSurvey(account, wire)
  expect(await db.answers.count()).toBe(0)
  draft.close()
  draft = await loadDraft()
  expect(part(0)?.title).toMatchObject({ value: 'North', revision: 1 })
})

test('parks the copy of a rejected photo and sends the other copies', async () => {
  const good = fixedId(at, 'photo 2')
  await photographed(photo, good)
  await copyIntoNewest(draft, sectionId(), everything())
  const sealed = await freezePayload((await entryOf('media.upload'))?.seq ?? 0)
  if (!sealed) throw new Error('nothing to send')
  const { ids } = (sealed.input as { body: { ids: string[] } }).body
  await parkEntry(sealed, 'Too dark', [
    { message: 'Too dark' },
    { [`files[${ids.indexOf(photo)}]`]: 'Too dark' },
  ])
  const copying = (await entries()).filter(isCopy)
  const copies = copying.map((row) => [row.state, unsentCopies(row).map(({ copiedFrom }) => copiedFrom)])
  expect(copies).toEqual(
    expect.arrayContaining([
      ['waiting', [good]],
      ['parked', [photo]],
    ]),
  )
  const aside = (await entries()).find((row) => row.endpoint === 'media.upload' && row.state === 'parked')
  const parked = copying.find(({ state }) => state === 'parked')
  expect(parked?.seq).toBeGreaterThan(aside?.seq ?? 0)
  await draft.reload()
  expect(answer(1, 'Riser').media).toHaveLength(2)
})

test('a rejected photo blocks its own copy, but not copies of other photos', async () => {
  await photographed(photo)
  const [own, beside, original] = ['own', 'beside', 'original'].map((name) => fixedId(at, name))
  await recordCopies(account, { survey: surveyId, ...riser(1) }, [
    { id: own ?? '', kind: 'photo', description: '', copiedFrom: photo },
    { id: beside ?? '', kind: 'photo', description: '', copiedFrom: original ?? '' },
  ])
  const sealed = await freezePayload((await entryOf('media.upload'))?.seq ?? 0)
  if (!sealed) throw new Error('nothing to send')
  await parkEntry(sealed, 'Too dark')
  const copying = (await entries()).filter(isCopy)
  const copies = copying.map((row) => [row.state, row.problem, unsentCopies(row).map(({ id }) => id)])
  expect(copies).toEqual([
    ['waiting', null, [beside]],
    ['parked', 'Too dark', [own]],
  ])
})

test('a drawing on a rejected copy waits for it', async () => {
  await recordCopies(account, { survey: surveyId, ...riser(1) }, [
    { id: photo, kind: 'photo', description: '', copiedFrom: fixedId(at, 'original') },
  ])
  const copying = await entryOf('media.copy')
  const drawn = { id: photo, upload: copying?.id ?? '', drawnAt: null }
  await drawOnPhoto(draft, riser(1), drawn, { shapes: [blur], picture: bytes, thumbnail: bytes })
  const sealed = await freezePayload(copying?.seq ?? 0)
  if (!sealed) throw new Error('nothing to send')
  await parkEntry(sealed, 'No room')
  expect(dueEntries(await entries(), Date.now())).toEqual([])
})
