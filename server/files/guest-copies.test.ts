import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { attach, videoPart } from '#server/testing/media.ts'
import { addSampleTemplate, detailOf, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { StoreFull } from './store.ts'
import { copyForGuests } from './video-copy.ts'

let here: TestApp
beforeEach(async () => {
  here = await testApp()
  await addSampleTemplate(here)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await here.close()
})

async function addVideo(): Promise<void> {
  const owner = await here.make.account()
  const survey = await startSurvey(owner)
  await attach(owner, detailOf(survey, 'Floor', 'Riser').id, [await videoPart()])
  await here.context.guestCopies.idle()
}

async function wakeOften(times: number): Promise<void> {
  for (let n = 0; n < times; n++) {
    here.context.guestCopies.wake()
    await here.context.guestCopies.idle()
  }
}

async function state() {
  const [{ copy_attempts } = { copy_attempts: -1 }] = await here.context.db
    .selectFrom('stored_file')
    .select('copy_attempts')
    .execute()
  const copies = await here.context.db
    .selectFrom('rendition')
    .where('name', '=', 'guest')
    .selectAll()
    .execute()
  return { attempts: copy_attempts, copies: copies.length }
}

test('a full disk while a copy is made does not use up an attempt', async () => {
  const encoding = vi
    .spyOn(here.context.tools, 'copyForGuests')
    .mockRejectedValue(new StoreFull('No room for a copy of a video'))
  await addVideo()
  await wakeOften(5)
  expect(encoding.mock.calls.length).toBe(6)
  expect(await state()).toEqual({ attempts: 0, copies: 0 })
  encoding.mockRestore()
  await wakeOften(1)
  expect(await state()).toEqual({ attempts: 1, copies: 1 })
})

test('a full disk while the copy is stored does not use up an attempt', async () => {
  const keeping = vi.spyOn(here.context.files, 'commit')
  const encoding = vi.spyOn(here.context.tools, 'copyForGuests').mockImplementation(async () => {
    keeping.mockRejectedValueOnce(new StoreFull('The file store failed (ENOSPC)'))
    return { type: 'video/mp4', width: 2, height: 2, bytes: Readable.from(['x']) }
  })
  await addVideo()
  await wakeOften(3)
  expect(await state()).toEqual({ attempts: 0, copies: 0 })
  encoding.mockRestore()
  await wakeOften(1)
  expect((await state()).copies).toBe(1)
})

test("a video that can't be copied is not tried forever", async () => {
  const encoding = vi.spyOn(here.context.tools, 'copyForGuests').mockResolvedValue(null)
  await addVideo()
  await wakeOften(3)
  expect(encoding).toHaveBeenCalledTimes(1)
  expect(await state()).toEqual({ attempts: 3, copies: 0 })
})

test.each(['No space left on device', 'Disk quota exceeded'])(
  'ffmpeg reports a full disk as: %s',
  async (words) => {
    const failing = (text: string) => ({
      encoder: 'libx264' as const,
      probe: () => Promise.reject(new Error(text)),
      run: () => Promise.reject(new Error(text)),
      runSlowly: () => Promise.reject(new Error(text)),
      close: () => {},
    })
    const full = failing(`Command failed: ffmpeg\nav_interleaved_write_frame(): ${words}`)
    await expect(copyForGuests(full, '/nowhere', 'video/mp4')).rejects.toThrow(StoreFull)
    expect(await copyForGuests(failing('Invalid data found'), '/nowhere', 'video/mp4')).toBeNull()
  },
)
