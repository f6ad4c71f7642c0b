import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { uploadMedia } from '#contract/media/media.ts'
import { zipDownload } from '#contract/sharing/reports.ts'
import { type Figure, median } from '../measure.ts'
import { drain } from './drain.ts'
import { pdfFigures } from './pdf.ts'
import { somePhoto } from './photo.ts'
import { fillRooms, type RoomsSurvey } from './rooms.ts'
import { openSite, type Site } from './site.ts'
import { addTemplate, roomsTemplate } from './template.ts'

const runs = 15

const rooms = 500

const photos = 300

const perUpload = 10

/** Both downloads of one large survey, through the real program and over HTTP. */
export async function benchDownloads(): Promise<Figure[]> {
  const site = await openSite()
  try {
    const { survey } = await addLargeSurvey(site)
    return [...(await zipFigures(site, survey)), ...(await pdfFigures(site, survey))]
  } finally {
    await site.close()
  }
}

/** Creates a survey of 6,000 answers and 300 uploaded photos of half a megabyte. */
async function addLargeSurvey(site: Site): Promise<RoomsSurvey> {
  await addTemplate(site.dataDir, roomsTemplate())
  const made = await fillRooms(site, rooms)
  const uploads = photos / perUpload
  for (let upload = 0; upload < uploads; upload++) {
    const form = new FormData()
    const answer = made.photoAnswers[Math.floor((upload * rooms) / uploads)] ?? ''
    form.append('user_survey_media[user_survey_sub_section_detail_id]', answer)
    for (let photo = upload * perUpload; photo < (upload + 1) * perUpload; photo++)
      form.append('user_survey_media[photos][]', new Blob([await somePhoto(photo)]), `IMG_${photo}.jpg`)
    const answered = await site.api.upload(uploadMedia, form, crypto.randomUUID())
    if (answered?.status !== 201) throw new Error(`A photo was refused: ${JSON.stringify(answered?.body)}`)
  }
  return made
}

/**
 * A zip of 300 photos and 6,000 answers, compared to a bare Node server that streams one file of that size.
 */
async function zipFigures(site: Site, survey: string): Promise<Figure[]> {
  const made = await site.api.call(zipDownload, { query: { user_survey_id: survey } })
  const address = site.server.address + (made?.body.data.uploaded_files_winzip ?? '')
  const { size } = await drain(address)
  const bare = await bareServer(join(site.dataDir, 'one-file'), size)
  try {
    return await compare(address, bare.address)
  } finally {
    bare.child.kill()
  }
}

async function compare(zip: string, bare: string): Promise<Figure[]> {
  const [ofZip, ofBare] = [[await drain(zip)], [await drain(bare)]]
  for (let run = 0; run < runs; run++) {
    ofBare.push(await drain(bare))
    ofZip.push(await drain(zip))
  }
  const name = 'a bare server that streams one file of that size'
  const figure = (of: string, key: 'first' | 'total'): Figure => ({
    name: of,
    value: median(ofZip.map((one) => one[key])),
    unit: 'ms',
    baseline: { name, value: median(ofBare.map((one) => one[key])) },
  })
  return [figure('zip of 300 photos out of 6,000 answers', 'total'), figure('first byte of the zip', 'first')]
}

/** Runs in a separate process, like the server. */
async function bareServer(file: string, size: number): Promise<{ child: ChildProcess; address: string }> {
  await writeFile(file, Buffer.alloc(size, 'x'))
  const code = `
    const { createServer } = require('node:http')
    const { createReadStream } = require('node:fs')
    const server = createServer((_, reply) => {
      reply.setHeader('content-length', ${size})
      createReadStream(${JSON.stringify(file)}).pipe(reply)
    })
    server.listen(0, '127.0.0.1', () => console.log(server.address().port))`
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, address: `http://127.0.0.1:${String(port).trim()}` }
}
