// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { t } from '#web/lib/language/translate.ts'
import type { Draft } from '#web/offline/draft/draft.ts'
import { dueEntries } from '#web/offline/outbox/queue.ts'
import { recordDescription } from '#web/offline/record/record-media.ts'
import { db } from '#web/offline/store/database.ts'
import { answerTo, drawn, placeOf } from '#web/testing/drawn-form.tsx'
import { account, surveyId } from '#web/testing/fake-offline.ts'
import { newDraft } from '#web/testing/new-draft.ts'
import { useFieldCamera } from './use-field-camera.tsx'
import { useFieldFiles } from './use-field-files.ts'

/** Files are stored before they are shown, which exceeds the library's default of one second on a busy machine. */
configure({ asyncUtilTimeout: 20_000 })

let draft: Draft
const getUserMedia = vi.fn()

beforeEach(async () => {
  getUserMedia.mockReset()
  vi.stubGlobal('OffscreenCanvas', undefined)
  vi.stubGlobal('isSecureContext', true)
  draft = await newDraft()
})
afterEach(async () => {
  cleanup()
  draft.close()
  await draft.written()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const png = Uint8Array.from([
  0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52,
])
const photo = (name: string) => new File([png], name, { type: 'image/png' })

function Harness() {
  const place = { ...placeOf(draft), answer: answerTo(draft, 'Notes').id }
  const camera = useFieldCamera(draft, place)
  const [first] = useFieldFiles(draft, answerTo(draft, 'Notes').media)
  return (
    <>
      <button type="button" onClick={() => void camera.open()}>
        Camera
      </button>
      {first && (
        <button type="button" onClick={() => void camera.open(first)}>
          Retake first
        </button>
      )}
      <p>{camera.problems.join(' ')}</p>
      {camera.shown}
    </>
  )
}

/** Fakes a camera and video frames. */
function giveCamera(devices: readonly string[] = ['videoinput']): void {
  vi.stubGlobal('navigator', {
    ...navigator,
    onLine: true,
    permissions: { query: async () => ({ state: 'prompt', addEventListener: () => undefined }) },
    mediaDevices: {
      getUserMedia,
      enumerateDevices: async () => devices.map((kind) => ({ kind, deviceId: '', label: '' })),
    },
  })
  const track = {
    label: 'Back',
    stop: () => undefined,
    getSettings: () => ({ deviceId: 'back' }),
    getCapabilities: () => ({}),
    addEventListener: () => undefined,
  }
  getUserMedia.mockResolvedValue({ getTracks: () => [track], getVideoTracks: () => [track] })
  vi.spyOn(HTMLVideoElement.prototype, 'play').mockResolvedValue()
  vi.spyOn(HTMLVideoElement.prototype, 'srcObject', 'set').mockImplementation(() => undefined)
  vi.spyOn(HTMLCanvasElement.prototype, 'width', 'get').mockReturnValue(4)
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage: () => undefined } as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) =>
    setTimeout(() => done(new Blob([png], { type: 'image/jpeg' }))),
  )
}

async function openCamera(button = 'Camera'): Promise<HTMLElement> {
  fireEvent.click(screen.getByRole('button', { name: button }))
  const shutter = await screen.findByRole('button', { name: 'Take the photo' })
  await waitFor(() => expect(shutter.getAttribute('aria-disabled')).toBe('false'))
  return shutter
}

const files = async () => (await db.files.toArray()).toSorted((a, b) => (a.id < b.id ? -1 : 1))

test('takes a photo for every press of the shutter and keeps all of them after closing at once', async () => {
  giveCamera()
  drawn(<Harness />)
  const shutter = await openCamera()
  fireEvent.click(shutter)
  fireEvent.click(shutter)
  fireEvent.click(shutter)
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(async () => expect((await files()).length).toBe(3))
  const stored = await files()
  expect(new Set(stored.map(({ upload }) => upload)).size).toBe(1)
  // Closing the camera ends the wait for more shots.
  await waitFor(async () => expect(dueEntries(await db.outbox.toArray(), Date.now()).length).toBe(1))
  expect(answerTo(draft, 'Notes').media.length).toBe(3)
})

test('stores a retake before removing the old photo, keeps its caption, and closes the camera', async () => {
  giveCamera()
  drawn(<Harness />)
  fireEvent.click(await openCamera())
  await waitFor(async () => expect((await files()).length).toBe(1))
  const [old] = await files()
  if (!old) throw new Error('no photo')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Take the photo' })).toBeNull())
  const place = {
    survey: surveyId,
    subSection: placeOf(draft).subSection,
    answer: answerTo(draft, 'Notes').id,
  }
  await recordDescription(account, place, { kind: 'photo', id: old.id, upload: old.upload }, 'The riser')
  await draft.reload()
  await screen.findByRole('button', { name: 'Retake first' })

  fireEvent.click(await openCamera('Retake first'))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Take the photo' })).toBeNull())
  await waitFor(async () => expect((await files()).map(({ id }) => id)).not.toContain(old.id))
  expect((await files()).map(({ description }) => description)).toEqual(['The riser'])
})

test('opens the phone’s own camera if the page has none and collects its shots in one upload', async () => {
  giveCamera([])
  drawn(<Harness />)
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('no input')
  const opened = vi.spyOn(input, 'click').mockImplementation(() => undefined)
  fireEvent.click(screen.getByRole('button', { name: 'Camera' }))
  await waitFor(() => expect(opened).toHaveBeenCalledOnce())
  expect(input.getAttribute('capture')).toBe('environment')
  expect(getUserMedia).not.toHaveBeenCalled()
  fireEvent.change(input, { target: { files: [photo('one.png')] } })
  await waitFor(async () => expect((await files()).length).toBe(1))
  fireEvent.change(input, { target: { files: [photo('two.png')] } })
  await waitFor(async () => expect((await files()).length).toBe(2))
  expect(new Set((await files()).map(({ upload }) => upload)).size).toBe(1)
  expect(dueEntries(await db.outbox.toArray(), Date.now())).toEqual([])
  fireEvent.change(input, { target: { files: [new File(['words'], 'notes.txt')] } })
  await screen.findByText('Invalid file format. (notes.txt)')
  cleanup()
  // Leaving the field ends the wait for more shots.
  await waitFor(async () => expect(dueEntries(await db.outbox.toArray(), Date.now()).length).toBe(1))
})

test('reports a denied camera in the specified words and opens the phone’s own camera from then on', async () => {
  giveCamera()
  getUserMedia.mockRejectedValue(new DOMException('', 'NotAllowedError'))
  drawn(<Harness />)
  fireEvent.click(screen.getByRole('button', { name: 'Camera' }))
  await screen.findByText(t('media.noCamera'))
  expect(screen.getByRole('link', { name: 'Back to the dashboard' }).getAttribute('href')).toBe('/dashboard')
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('no input')
  const opened = vi.spyOn(input, 'click').mockImplementation(() => undefined)
  fireEvent.click(screen.getByRole('button', { name: 'Use the device’s camera' }))
  expect(opened).toHaveBeenCalledOnce()
  await waitFor(() => expect(screen.queryByText(t('media.noCamera'))).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Camera' }))
  await waitFor(() => expect(opened).toHaveBeenCalledTimes(2))
  expect(getUserMedia).toHaveBeenCalledOnce()
})
