// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { MediaItem } from '#contract/media/media-item.ts'
import type { MediaRef, Survey } from '#survey/survey.ts'
import { sampleTemplate } from '#survey/testing/sample-template.ts'
import { open } from '#survey/testing/scenario.ts'
import type { Draft } from '#web/offline/draft/draft.ts'
import { itemState } from '#web/offline/outbox/survey-states.ts'
import { db } from '#web/offline/store/database.ts'
import type { EntryFields } from '#web/offline/store/outbox-rows.ts'
import type { FileRow } from '#web/offline/store/rows.ts'
import { answerTo, drawn, placeOf, unkeptDraft } from '#web/testing/drawn-form.tsx'
import { anyEntry } from '#web/testing/fake-entries.ts'
import { account } from '#web/testing/fake-offline.ts'
import { speakSpanish } from '#web/testing/speak-spanish.ts'
import { FieldMedia } from './field-media.tsx'

/** Without layout nothing intersects; without an observer every picture counts as near. */
vi.hoisted(() => vi.stubGlobal('IntersectionObserver', undefined))
/** Pictures and states are read from the store, which takes longer on a busy machine. */
configure({ asyncUtilTimeout: 20_000 })

let draft: Draft
afterEach(async () => {
  cleanup()
  draft.close()
  await Promise.all([db.outbox.clear(), db.pictures.clear()])
})

const upload = '019b0000-0000-7000-8000-0000000000dd'
const bytes = { bytes: new ArrayBuffer(4), type: 'image/png' }

/** A survey whose field 'Notes' has one photo or video. */
function surveyWith(kind: MediaRef['kind'], description: string): { survey: Survey; media: MediaRef } {
  const scenario = open(sampleTemplate)
  const { survey } =
    kind === 'photo' ? scenario.photo('Building', 'Notes', description) : scenario.video('Building', 'Notes')
  const [media] = answerTo({ survey }, 'Notes').media
  if (!media) throw new Error('The field has no photo or video')
  return { survey, media }
}

interface Shown {
  readonly kind?: MediaRef['kind']
  readonly description?: string
  readonly role?: Draft['role']
}

/** Renders a photo or video that the server has. */
function drawSent(over: Partial<MediaItem> = {}, { kind = 'photo', description = '', role }: Shown = {}) {
  const { survey, media } = surveyWith(kind, description)
  const item: MediaItem = {
    ...{ id: media.id, media_id: upload, filename: 'IMG_0001.jpg', content_type: 'image/jpeg' },
    ...{ created_at: '2026-01-05T08:00:00.000Z', byte_size: 4, description, duration: null },
    ...{ url: 'https://files.test/photo.jpg', thumbnail_url: 'https://files.test/small.jpg' },
    ...{ original_url: 'https://files.test/original.jpg', width: 40, height: 30, taken_at: null },
    ...{ position: null, ...over },
  }
  draft = unkeptDraft({ survey, items: new Map([[media.id, item]]), ...(role && { role }) })
  return draw(media)
}

/** Renders a photo that is only on this device, in an outbox entry of this state. */
async function drawUnsent(fields: Partial<EntryFields> | null, row: Partial<FileRow> = {}) {
  const { survey, media } = surveyWith('photo', '')
  const { subSection } = placeOf({ survey })
  const file: FileRow = {
    ...{ account, id: media.id, survey: survey.id, subSection, answer: answerTo({ survey }, 'Notes').id },
    ...{ upload, kind: 'photo', name: 'IMG_0001.jpg', description: '', stage: 'ready', size: 4 },
    ...{ addedAt: '2026-01-05T08:00:00.000Z', thumbnail: bytes, poster: null, ...row },
  }
  if (fields) {
    const entry = { id: upload, survey: survey.id, endpoint: 'media.upload', input: {} }
    await db.outbox.add(anyEntry(account, { ...entry, ...fields }))
  }
  draft = unkeptDraft({ survey, files: new Map([[media.id, file]]) })
  return draw(media)
}

function draw(media: MediaRef): MediaRef {
  drawn(<FieldMedia draft={draft} answer={answerTo(draft, 'Notes')} place={placeOf(draft)} />)
  return media
}

const tile = () => within(screen.getByRole('listitem'))
const picture = () => screen.getByRole('listitem').querySelector('img')
const mark = () => tile().queryByRole('img')?.getAttribute('aria-label') ?? null

test("shows the server's thumbnail of a sent photo, named by its number, without a sync mark", async () => {
  drawSent()
  await waitFor(() => expect(picture()?.getAttribute('src')).toBe('https://files.test/small.jpg'))
  expect(picture()?.alt).toBe('')
  tile().getByRole('button', { name: 'View Photo 1 full size' })
  expect(mark()).toBeNull()
})

test("shows this device's copy of a sent photo in preference to the server's", async () => {
  const { survey, media } = surveyWith('photo', '')
  const row = { account, id: media.id, survey: survey.id, ...bytes, size: 4, keptAt: '' }
  await db.pictures.add(row)
  drawSent()
  await waitFor(() => expect(picture()?.src).toMatch(/^blob:/))
})

test('names a photo by its caption and keeps a long one whole', () => {
  const description = `Riser on the ${'north '.repeat(40)}side`
  drawSent({}, { description })
  tile().getByRole('button', { name: `View ${description} full size` })
  expect(tile().getByRole<HTMLTextAreaElement>('textbox').value).toBe(description)
})

test('isolates a Hebrew caption within the name and takes its direction from its text', () => {
  drawSent({}, { description: 'חדר חשמל' })
  tile().getByRole('button', { name: 'View \u2068חדר חשמל\u2069 full size' })
  expect(tile().getByRole('textbox', { name: 'Caption of Photo 1' }).getAttribute('dir')).toBe('auto')
})

test('offers to play a video', () => {
  drawSent({ content_type: 'video/mp4' }, { kind: 'video' })
  tile().getByRole('button', { name: 'Play Video 1' })
})

test.each([
  [{}, 'On this device, waiting to be sent'],
  [{ state: 'sending', attempts: 1 }, 'Being sent'],
  [{ state: 'parked', problem: 'This photo is broken.' }, 'Refused by the server'],
] as const)('marks an unsent photo with its state: %j', async (fields, name) => {
  await drawUnsent(fields)
  await tile().findByRole('img', { name })
  expect(picture()?.src).toMatch(/^blob:/)
  // The mark is outside the button, whose name is the picture's.
  tile().getByRole('button', { name: 'View Photo 1 full size' })
})

test('marks a photo as unsent until the survey contains it, even if nothing is waiting any more', async () => {
  await drawUnsent(null)
  expect(mark()).toBe('On this device, waiting to be sent')
  await waitFor(() => expect(itemState(account, draft.survey.id, upload)).toBe('on the server'))
  expect(mark()).toBe('On this device, waiting to be sent')
})

test('says in the picture and in its name that a photo is not on this device', async () => {
  drawSent()
  await waitFor(() => expect(picture()).not.toBeNull())
  fireEvent.error(picture() as HTMLImageElement)
  const button = await tile().findByRole('button', {
    name: 'View Photo 1 full size: Not on this device',
  })
  expect(button.textContent).toBe('Not on this device')
  expect(picture()).toBeNull()
})

test('does not say that an unsent photo without a thumbnail is missing', async () => {
  await drawUnsent({}, { thumbnail: null })
  tile().getByRole('button', { name: 'View Photo 1 full size' })
  expect(screen.queryByText('Not on this device')).toBeNull()
})

test('opens the photo at full size when its picture is pressed', async () => {
  drawSent()
  fireEvent.click(tile().getByRole('button', { name: 'View Photo 1 full size' }))
  await screen.findByRole('dialog', { name: 'Photos and videos' })
})

test('opens the dialog to edit or delete the photo', async () => {
  drawSent()
  fireEvent.click(tile().getByRole('button', { name: 'Edit or delete Photo 1' }))
  within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete photo' })
})

test('labels the caption by number, so that typing does not rename it, and limits its length', () => {
  drawSent({}, { description: 'Riser' })
  const caption = tile().getByRole<HTMLTextAreaElement>('textbox', { name: 'Caption of Photo 1' })
  fireEvent.change(caption, { target: { value: 'Riser, north' } })
  expect(caption.value).toBe('Riser, north')
  expect(tile().getByRole('textbox', { name: 'Caption of Photo 1' })).toBe(caption)
  expect(caption.maxLength).toBe(limits.descriptionMax)
})

test('shows viewers the caption as text, without controls to edit', () => {
  drawSent({}, { description: 'Riser', role: 'viewer' })
  tile().getByText('Riser')
  expect(tile().queryByRole('textbox')).toBeNull()
  expect(tile().getAllByRole('button')).toEqual([
    tile().getByRole('button', { name: 'View Riser full size' }),
  ])
})

test('speaks Spanish', async () => {
  speakSpanish()
  await drawUnsent({ state: 'sending' })
  tile().getByRole('button', { name: 'Ver Foto 1 a tamaño completo' })
  tile().getByRole('button', { name: 'Editar o eliminar Foto 1' })
  tile().getByRole('textbox', { name: 'Leyenda de Foto 1' })
  await tile().findByRole('img', { name: 'Se está enviando' })
})
