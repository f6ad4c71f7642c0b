import { createWriteStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { uploadMedia } from '#contract/media/media.ts'
import { reportDownload, zipDownload } from '#contract/sharing/reports.ts'
import type { HttpApi } from '#server/testing/http-api.ts'
import { type Figure, inTurn, timed } from '../measure.ts'
import { somePhoto } from './photo.ts'
import { openSite, type Site, startSurvey } from './site.ts'

const photos = 300
const perUpload = 10
const runs = 5

/** PDF and zip of a survey with 300 photos of half a megabyte, compared to copying the same bytes. */
export async function benchReport(): Promise<Figure[]> {
  const site = await openSite()
  try {
    const survey = await startSurvey(site.api, 'Three hundred photos')
    const fields = survey.user_survey_sections
      .flatMap((section) => section.user_survey_sub_sections)
      .flatMap((part) => part.user_survey_sub_section_details)
      .filter((detail) => /photos/i.test(detail.field_name))
    const upload = await fill(
      site.api,
      fields.map((field) => field.id),
    )
    const originals = await largeFiles(join(site.dataDir, 'files'))
    const copy = () => copyAll(originals, join(site.dataDir, 'copy'))
    const zip = await inTurn(runs, async () => drain(await zipAddress(site, survey.id)), copy)
    const pdf = await inTurn(runs, async () => drain(await pdfAddress(site, survey.id)), copy)
    const baseline = { name: 'copying the same bytes to one file', value: zip.baseline }
    return [
      {
        name: 'upload and renditions of one photo',
        value: upload / photos,
        unit: 'ms',
        baseline: { ...baseline, value: zip.baseline / photos },
      },
      { name: 'zip of 300 photos', value: zip.work, unit: 'ms', baseline },
      {
        name: 'PDF of 300 photos',
        value: pdf.work,
        unit: 'ms',
        baseline: { ...baseline, value: pdf.baseline },
      },
    ]
  } finally {
    await site.close()
  }
}

/** Returns the milliseconds of the uploads, without creating the pictures. */
async function fill(api: HttpApi, fields: readonly string[]): Promise<number> {
  let took = 0
  for (let sent = 0; sent < photos; sent += perUpload) {
    const form = new FormData()
    form.append(
      'user_survey_media[user_survey_sub_section_detail_id]',
      fields[(sent / perUpload) % fields.length] ?? '',
    )
    for (let count = 0; count < perUpload; count++) {
      const picture = new Blob([await somePhoto(sent + count)])
      form.append('user_survey_media[photos][]', picture, `IMG_${sent + count}.jpg`)
    }
    took += await timed(async () => {
      const answer = await api.upload(uploadMedia, form, crypto.randomUUID())
      if (answer?.status !== 201) throw new Error(`A photo was refused: ${JSON.stringify(answer?.body)}`)
    })
  }
  return took
}

async function zipAddress({ api, server }: Site, id: string): Promise<string> {
  const answer = await api.call(zipDownload, { query: { user_survey_id: id } })
  return server.address + (answer?.body.data.uploaded_files_winzip ?? '')
}

async function pdfAddress({ api, server }: Site, id: string): Promise<string> {
  const answer = await api.call(reportDownload, { params: { id } })
  return server.address + (answer?.body.data.url ?? '')
}

async function drain(address: string): Promise<void> {
  const response = await fetch(address)
  if (!response.ok || !response.body) throw new Error(`The download answered ${response.status}`)
  for await (const _ of response.body);
}

/** Returns the largest files: originals are by far the largest renditions. */
async function largeFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  const sized = await Promise.all(
    names.map(async (name) => ({ path: join(folder, name), size: await sizeOf(join(folder, name)) })),
  )
  return sized
    .sort((a, b) => b.size - a.size)
    .slice(0, photos)
    .map((one) => one.path)
}

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path)
  return found.isFile() ? found.size : 0
}

async function copyAll(paths: readonly string[], to: string): Promise<void> {
  const out = createWriteStream(to)
  for (const path of paths) {
    const bytes = await readFile(path)
    if (!out.write(bytes)) await new Promise<void>((go) => out.once('drain', () => go()))
  }
  await new Promise<void>((done) => out.end(done))
}
