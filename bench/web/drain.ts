import { type BrowserContext, chromium } from 'playwright-core'
import { uploadMedia } from '#contract/media.ts'
import { autoSave, type SurveyDetail, surveyDetail } from '#contract/surveys.ts'
import type { AnswerRow, BlobRow, FileRow, OutboxRow } from '#web/offline/store/rows.ts'
import type { Figure } from '../measure.ts'
import { somePhoto } from '../server/photo.ts'
import { addRooms } from '../server/rooms.ts'
import { openSite, type Site } from '../server/site.ts'
import { addTemplate, roomsTemplate } from '../server/template.ts'
import { launchOptions } from './browser.ts'
import { signIn } from './phone.ts'

const saves = 200
const photos = 50
const field = 'Field 2'

type Part = SurveyDetail['user_survey_sections'][number]['user_survey_sub_sections'][number]

/** One day's work of one survey: the rows that the app writes while it has no network. */
interface Queue {
  readonly answers: readonly AnswerRow[]
  readonly outbox: readonly OutboxRow[]
  readonly files: readonly FileRow[]
  readonly blobs: readonly (Omit<BlobRow, 'bytes'> & { readonly base64: string })[]
}

/**
 * How fast a day's work leaves the device when the network is back: 200 saves of as many rooms and 50 photos of half a
 * megabyte, of one survey, which go in order; beside the same calls made one after the other by a program.
 */
export async function benchDrain(): Promise<Figure[]> {
  const site = await openSite()
  const browser = await chromium.launch(await launchOptions())
  try {
    await addTemplate(site.dataDir, roomsTemplate())
    const pictures = await Promise.all(Array.from({ length: photos }, (_, at) => somePhoto(at)))
    const plain = await plainly(site, await roomsOf(site), pictures)
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
    await signIn(context, site)
    const drained = await fromDevice(context, site, pictures)
    const rate = (milliseconds: number) => ((saves + photos) / milliseconds) * 1_000
    return [
      {
        name: `${saves} saves and ${photos} photos sent`,
        value: rate(drained),
        unit: 'entries/s',
        baseline: { name: 'plain calls one after the other', value: rate(plain) },
      },
    ]
  } finally {
    await browser.close()
    await site.close()
  }
}

interface Rooms {
  readonly survey: string
  readonly address: string
  readonly section: string
  readonly parts: readonly Part[]
}

async function roomsOf(site: Site): Promise<Rooms> {
  const { template, survey, section } = await addRooms(site, saves)
  const read = await site.api.call(surveyDetail, { params: { id: survey } })
  const parts = read?.body.data.attributes.user_survey_sections[1]?.user_survey_sub_sections ?? []
  return { survey, section, parts, address: `${site.server.address}/survey/${template}/${survey}/${section}` }
}

async function plainly({ api }: Site, rooms: Rooms, pictures: readonly Uint8Array<ArrayBuffer>[]) {
  const began = performance.now()
  for (const part of rooms.parts) {
    const { id } = named(part, field)
    await api.call(autoSave, {
      body: {
        user_survey_id: rooms.survey,
        user_survey_sections_attributes: [
          {
            id: rooms.section,
            user_survey_sub_sections_attributes: [
              { id: part.id, user_survey_sub_section_details_attributes: [{ id, field_value: '7' }] },
            ],
          },
        ],
      },
    })
  }
  for (const [at, picture] of pictures.entries()) {
    const form = new FormData()
    form.append('user_survey_media[user_survey_sub_section_detail_id]', photoField(rooms.parts[at]))
    form.append('user_survey_media[photos][]', new Blob([picture], { type: 'image/jpeg' }), `${at}.jpg`)
    await api.upload(uploadMedia, form, crypto.randomUUID())
  }
  return performance.now() - began
}

async function fromDevice(context: BrowserContext, site: Site, pictures: readonly Uint8Array[]) {
  const rooms = await roomsOf(site)
  const page = await context.newPage()
  await page.goto(rooms.address)
  await page.locator('textarea').first().waitFor()
  const account = await page.evaluate(() => localStorage.getItem('user-id') ?? '')
  // A page of the site without the app: nobody sends what is put there.
  await page.goto(`${site.server.address}/icon.svg`)
  await page.evaluate(putRows, queueOf(account, rooms, pictures))
  const began = performance.now()
  await page.goto(rooms.address)
  await page.evaluate(untilSent)
  const time = performance.now() - began
  await page.close()
  return time
}

function queueOf(account: string, rooms: Rooms, pictures: readonly Uint8Array[]): Queue {
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
  const saved = rooms.parts.map((part) => ({ part, entry: crypto.randomUUID(), detail: named(part, field) }))
  const taken = pictures.map((picture, place) => ({
    id: crypto.randomUUID(),
    upload: crypto.randomUUID(),
    part: rooms.parts[place],
    picture,
  }))
  return {
    answers: saved.map(({ part, entry, detail }) => ({
      ...own,
      id: detail.id,
      section: rooms.section,
      subSection: part.id,
      name: field,
      value: '7',
      values: [],
      editedAt: at,
      baseRevision: detail.revision,
      entry,
      conflict: null,
    })),
    outbox: [
      ...saved.map(({ part, entry: id }) => ({
        ...entry,
        id,
        endpoint: 'surveys.autoSave',
        subSection: part.id,
        answer: null,
      })),
      ...taken.map(({ upload, part }) => ({
        ...entry,
        id: upload,
        endpoint: 'media.upload',
        subSection: part?.id ?? null,
        answer: photoField(part),
      })),
    ],
    files: taken.map(({ id, upload, part, picture }) => ({
      ...own,
      id,
      upload,
      subSection: part?.id ?? '',
      answer: photoField(part),
      kind: 'photo',
      name: `${id}.jpg`,
      description: '',
      stage: 'ready',
      size: picture.byteLength,
      addedAt: at,
      thumbnail: null,
      poster: null,
    })),
    blobs: taken.map(({ id, picture }) => ({
      ...own,
      id,
      type: 'image/jpeg',
      base64: Buffer.from(picture).toString('base64'),
    })),
  }
}

/** In the page: what stands in the stores of `web/offline/store/database.ts`. */
async function putRows(queue: Queue): Promise<void> {
  const database = await new Promise<IDBDatabase>((opened, failed) => {
    const request = indexedDB.open('fieldbook')
    request.onsuccess = () => opened(request.result)
    request.onerror = () => failed(request.error)
  })
  const blobs = queue.blobs.map(({ base64, ...row }) => ({
    ...row,
    bytes: Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)).buffer,
  }))
  const rows = { answers: queue.answers, outbox: queue.outbox, files: queue.files, blobs }
  const all = database.transaction(Object.keys(rows), 'readwrite')
  for (const [store, some] of Object.entries(rows)) for (const row of some) all.objectStore(store).put(row)
  await new Promise<void>((done, failed) => {
    all.oncomplete = () => done()
    all.onerror = () => failed(all.error)
  })
  database.close()
}

/** In the page: resolves when nothing waits any more. */
async function untilSent(): Promise<void> {
  const database = await new Promise<IDBDatabase>((opened) => {
    const request = indexedDB.open('fieldbook')
    request.onsuccess = () => opened(request.result)
  })
  const waiting = () =>
    new Promise<number>((counted) => {
      const request = database.transaction('outbox').objectStore('outbox').count()
      request.onsuccess = () => counted(request.result)
    })
  while ((await waiting()) > 0) await new Promise((soon) => setTimeout(soon, 50))
  database.close()
}

function named(part: Part, name: string) {
  const found = part.user_survey_sub_section_details.find(({ field_name }) => field_name === name)
  if (!found) throw new Error(`No field ${name}`)
  return found
}

function photoField(part: Part | undefined): string {
  return part?.user_survey_sub_section_details.at(-1)?.id ?? ''
}
