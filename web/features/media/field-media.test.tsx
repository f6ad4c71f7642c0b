// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { t } from '#web/lib/language/translate.ts'
import type { Draft } from '#web/offline/draft/draft.ts'
import { dueEntries } from '#web/offline/outbox/queue.ts'
import { sendNow } from '#web/offline/outbox/sync.ts'
import { publish } from '#web/offline/store/bus.ts'
import { db } from '#web/offline/store/database.ts'
import { answerTo, drawn, placeOf } from '#web/testing/drawn-form.tsx'
import { account, surveyId } from '#web/testing/fake-offline.ts'
import { newDraft } from '#web/testing/new-draft.ts'
import { AddMediaDialog } from './field-media.tsx'
import { fileRulesOf } from './file-rules.ts'

/** Files are stored before they are shown, which exceeds the library's default of one second on a busy machine. */
configure({ asyncUtilTimeout: 20_000 })

let draft: Draft
const onClose = vi.fn()
const onCamera = vi.fn()

beforeEach(async () => {
  onClose.mockReset()
  // Simulates a browser without OffscreenCanvas: files are sent unchanged.
  vi.stubGlobal('OffscreenCanvas', undefined)
  draft = await newDraft()
})
afterEach(async () => {
  cleanup()
  draft.close()
  await draft.written()
  vi.unstubAllGlobals()
})

const png = Uint8Array.from([
  0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52,
])
const photo = (name: string) => new File([png], name, { type: 'image/png' })

function draw({ used = 0 } = {}): void {
  const place = { ...placeOf(draft), answer: answerTo(draft, 'Notes').id }
  const rules = fileRulesOf(answerTo(draft, 'Notes'))
  drawn(
    <AddMediaDialog
      {...{ draft, place, used, rules, onClose }}
      fieldName="Notes"
      given={[]}
      onCamera={onCamera}
    />,
  )
}

function choose(...files: readonly File[]): void {
  const input = document.querySelector('input[type=file]')
  if (!input) throw new Error('No file input')
  fireEvent.change(input, { target: { files } })
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('names its field and shows how many uploads are left', () => {
  draw({ used: 3 })
  screen.getByRole('dialog', { name: 'Photos and videos: Notes' })
  screen.getByText(new RegExp(`${limits.uploadsPerField - 3} uploads left`))
})

test('rejects a file that is not a photo by its name and queues nothing', async () => {
  draw()
  choose(new File(['words'], 'notes.txt', { type: 'text/plain' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Invalid file format. (notes.txt)')
  expect(screen.queryByRole('list', { name: 'Files being uploaded' })).toBeNull()
})

test('adds nothing to a full field', async () => {
  draw({ used: limits.uploadsPerField })
  choose(photo('riser.png'))
  expect((await screen.findByRole('alert')).textContent).toBe(t('media.tooManyUploads'))
  expect(screen.queryByRole('list', { name: 'Files being uploaded' })).toBeNull()
})

test('stores picked files immediately, waits for Upload, and does not close meanwhile', async () => {
  draw()
  choose(photo('riser.png'))
  await screen.findByText(/Ready to upload/)
  screen.getByRole('textbox', { name: /riser\.png/ })
  expect([await db.files.count(), await db.blobs.count()]).toEqual([1, 1])
  expect(dueEntries(await db.outbox.toArray(), Date.now())).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(onClose).not.toHaveBeenCalled()
  await screen.findByText('Upload the files or remove them first.')
})

test('announces a removed file and can then close', async () => {
  draw()
  choose(photo('riser.png'))
  fireEvent.click(await screen.findByRole('button', { name: 'Remove riser.png' }))
  expect(
    (await screen.findByText('File riser.png removed from pictures.')).closest('[role=status]'),
  ).not.toBeNull()
  expect(screen.queryByRole('list', { name: 'Files being uploaded' })).toBeNull()
  fireEvent.click(screen.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  expect(onClose).toHaveBeenCalledOnce()
})

test('stores uploaded files with their descriptions', async () => {
  draw()
  choose(photo('riser.png'), photo('door.png'))
  const words = await screen.findByRole('textbox', { name: /riser\.png/ })
  fireEvent.change(words, { target: { value: 'The riser' } })
  press('Upload 2 files')
  await waitFor(async () => expect(await db.files.count()).toBe(2))
  const files = await db.files.toArray()
  expect(files.map(({ name, description }) => [name, description]).toSorted()).toEqual([
    ['door.png', ''],
    ['riser.png', 'The riser'],
  ])
  expect(new Set(files.map(({ upload }) => upload)).size).toBe(1)
  await screen.findByText('0 of 2 uploaded.')
})

test('stops waiting for Upload after “Send now”', async () => {
  draw()
  choose(photo('riser.png'))
  await screen.findByRole('button', { name: 'Upload 1 file' })
  await sendNow(account)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Upload 1 file' })).toBeNull())
  expect(screen.queryByText(/Ready to upload/)).toBeNull()
  expect(dueEntries(await db.outbox.toArray(), Date.now())).toHaveLength(1)
  // Newly picked files wait in a separate upload.
  choose(photo('door.png'))
  await screen.findByRole('button', { name: 'Upload 1 file' })
  expect(await db.outbox.count()).toBe(2)
})

test('restores files that a closed page left waiting and uploads them with newly picked ones', async () => {
  draw()
  choose(photo('riser.png'))
  const words = await screen.findByRole('textbox', { name: /riser\.png/ })
  fireEvent.change(words, { target: { value: 'The riser' } })
  await waitFor(async () => expect((await db.files.toArray())[0]?.description).toBe('The riser'))
  cleanup()

  draw({ used: 1 })
  const again = await screen.findByRole<HTMLInputElement>('textbox', { name: /riser\.png/ })
  expect(again.value).toBe('The riser')
  choose(photo('door.png'))
  await screen.findByRole('button', { name: 'Upload 2 files' })
  expect((await db.outbox.toArray()).length).toBe(1)
  press('Upload 2 files')
  await screen.findByText('0 of 2 uploaded.')
  expect(dueEntries(await db.outbox.toArray(), Date.now()).length).toBe(1)
})

test('announces that files are being saved on a slow device', async () => {
  draw()
  const read = Promise.withResolvers<ArrayBuffer>()
  const slow = Object.assign(photo('riser.png'), { arrayBuffer: () => read.promise })
  choose(slow)
  expect((await screen.findByText('Saving to this device…')).closest('[role=status]')).not.toBeNull()
  read.resolve(png.buffer)
  await screen.findByText(/Ready to upload/)
  expect(screen.queryByText('Saving to this device…')).toBeNull()
})

test('names a file that became unreadable and queues the others', async () => {
  draw()
  const gone = Object.assign(photo('gone.png'), {
    arrayBuffer: () => Promise.reject(new DOMException('', 'NotFoundError')),
  })
  choose(gone, photo('here.png'))
  await screen.findByText('The file gone.png cannot be read as a picture or video.')
  await screen.findByRole('button', { name: 'Upload 1 file' })
  expect((await db.files.toArray()).map(({ name }) => name)).toEqual(['here.png'])
})

test('removes all waiting files at once', async () => {
  draw()
  choose(photo('riser.png'), photo('door.png'))
  fireEvent.click(await screen.findByRole('button', { name: 'Remove all' }))
  await screen.findAllByRole('button', { name: 'Close' })
  await waitFor(async () =>
    expect([await db.files.count(), await db.blobs.count(), await db.outbox.count()]).toEqual([0, 0, 0]),
  )
})

test('saves the description of a file in upload with every keystroke', async () => {
  draw()
  choose(photo('riser.png'))
  await screen.findByText(/Ready to upload/)
  press('Upload 1 file')
  await waitFor(async () => expect(await db.files.count()).toBe(1))
  await screen.findByText('0 of 1 uploaded.')
  fireEvent.change(screen.getByRole('textbox', { name: /riser\.png/ }), { target: { value: 'The ri' } })
  await waitFor(async () => expect((await db.files.toArray())[0]?.description).toBe('The ri'))
})

test('shows why the server rejected a file and can remove it', async () => {
  draw()
  choose(photo('riser.png'))
  await screen.findByText(/Ready to upload/)
  press('Upload 1 file')
  await waitFor(async () => expect(await db.outbox.count()).toBe(1))
  await db.outbox.toCollection().modify({ state: 'parked', problem: 'This photo is broken.' })
  publish(account, { kind: 'changed', survey: surveyId })
  await screen.findByText(/This photo is broken\./)
  press('Remove riser.png')
  await screen.findByText('File riser.png removed from pictures.')
  await waitFor(async () => expect(await db.files.count()).toBe(0))
})
