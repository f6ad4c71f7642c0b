import type { BrowserContext } from 'playwright-core'
import { type SurveyDetail, surveyDetail } from '#contract/surveys/surveys.ts'
import type { OutboxRow } from '#web/offline/store/outbox-rows.ts'
import type { AnswerRow, BlobRow, FileRow } from '#web/offline/store/rows.ts'
import { addRooms, type RoomsSurvey } from '../server/rooms.ts'
import type { Site } from '../server/site.ts'

type Part = SurveyDetail['user_survey_sections'][number]['user_survey_sub_sections'][number]

/** A survey of rooms and its form's address. */
export interface Rooms extends RoomsSurvey {
  readonly address: string
  readonly parts: readonly Part[]
}

/** Unsent work to create on the device. */
export interface Waiting {
  /** Rooms with an answered value. */
  readonly saved: readonly Part[]
  /** Added photos; each refers to its picture by index in `pictures`. */
  readonly taken: readonly { readonly part: Part | undefined; readonly picture: number }[]
  readonly pictures: readonly Uint8Array[]
}

/** The rows that the app writes offline. */
interface Rows {
  readonly answers: readonly AnswerRow[]
  readonly outbox: readonly OutboxRow[]
  readonly files: readonly FileRow[]
  readonly blobs: readonly (Omit<BlobRow, 'bytes'> & { readonly picture: number })[]
}

export async function roomsOf(site: Site, count: number): Promise<Rooms> {
  const rooms = await addRooms(site, count)
  const read = await site.api.call(surveyDetail, { params: { id: rooms.survey } })
  const parts = read?.body.data.attributes.user_survey_sections[1]?.user_survey_sub_sections ?? []
  const address = `${site.server.address}/survey/${rooms.template}/${rooms.survey}/${rooms.section}`
  return { ...rooms, parts, address }
}

/** Stores the survey and its unsent work on the device, before the app is opened. */
export async function lay(
  context: BrowserContext,
  site: Site,
  rooms: Rooms,
  { pictures, ...waiting }: Waiting,
): Promise<void> {
  const page = await context.newPage()
  await page.goto(rooms.address)
  await page.locator('textarea').first().waitFor()
  const account = await page.evaluate(() => localStorage.getItem('user-id') ?? '')
  // A page of the site without the app.
  await page.goto(`${site.server.address}/icon.svg`)
  const texts = pictures.map((picture) => Buffer.from(picture).toString('base64'))
  const sizes = pictures.map(({ byteLength }) => byteLength)
  await page.evaluate(putRows, { rows: rowsOf(account, rooms, { ...waiting, sizes }), pictures: texts })
  await page.close()
}

function rowsOf(
  account: string,
  rooms: Rooms,
  { saved, taken, sizes }: Omit<Waiting, 'pictures'> & { readonly sizes: readonly number[] },
): Rows {
  const at = new Date().toISOString()
  const own = { account, survey: rooms.survey }
  const entry = {
    ...own,
    state: 'waiting',
    attempts: 0,
    nextAt: 0,
    madeAt: at,
    problem: null,
    input: null,
  } as const
  const saves = saved.map((part) => ({ part, entry: crypto.randomUUID(), detail: valueField(part) }))
  const files = taken.map((one) => ({ ...one, id: crypto.randomUUID(), upload: crypto.randomUUID() }))
  return {
    answers: saves.map(({ part, entry, detail }) => ({
      ...own,
      id: detail.id,
      section: rooms.section,
      subSection: part.id,
      name: detail.field_name,
      value: '7',
      values: [],
      editedAt: at,
      baseRevision: detail.revision,
      entry,
      conflict: null,
    })),
    outbox: [
      ...saves.map(({ part, entry: id }) => ({
        ...entry,
        id,
        endpoint: 'surveys.autoSave' as const,
        subSection: part.id,
        answer: null,
      })),
      ...files.map(({ upload, part }) => ({
        ...entry,
        id: upload,
        endpoint: 'media.upload' as const,
        subSection: part?.id ?? null,
        answer: photoField(part),
      })),
    ],
    files: files.map(({ id, upload, part, picture }) => ({
      ...own,
      id,
      upload,
      subSection: part?.id ?? '',
      answer: photoField(part),
      kind: 'photo',
      name: `${id}.jpg`,
      description: '',
      stage: 'ready',
      size: sizes[picture] ?? 0,
      addedAt: at,
      thumbnail: null,
      poster: null,
    })),
    blobs: files.map(({ id, picture }) => ({ ...own, id, type: 'image/jpeg', picture })),
  }
}

/** Runs in the page: writes to the stores of `web/offline/store/database.ts`. */
async function putRows({ rows, pictures }: { rows: Rows; pictures: readonly string[] }): Promise<void> {
  const database = await new Promise<IDBDatabase>((opened, failed) => {
    const request = indexedDB.open('fieldbook')
    request.onsuccess = () => opened(request.result)
    request.onerror = () => failed(request.error)
  })
  const bytes = pictures.map((text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer)
  const blobs = rows.blobs.map(({ picture, ...row }) => ({ ...row, bytes: bytes[picture] }))
  const all = database.transaction(Object.keys(rows), 'readwrite')
  for (const [store, some] of Object.entries({ ...rows, blobs }))
    for (const row of some) all.objectStore(store).put(row)
  await new Promise<void>((done, failed) => {
    all.oncomplete = () => done()
    all.onerror = () => failed(all.error)
  })
  database.close()
}

/** Returns the room's field that the bench writes to. */
export function valueField(part: Part) {
  const found = part.user_survey_sub_section_details.find(({ field_name }) => field_name === 'Field 2')
  if (!found) throw new Error('No field of this name')
  return found
}

export function photoField(part: Part | undefined): string {
  return part?.user_survey_sub_section_details.at(-1)?.id ?? ''
}
