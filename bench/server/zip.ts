import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { uploadMedia } from '#contract/media.ts'
import { zipDownload } from '#contract/reports.ts'
import { type Figure, median, timed } from '../measure.ts'
import { somePhoto } from './photo.ts'
import { openSite, startSurvey } from './site.ts'

const photos = 300
const perUpload = 10
const runs = 9

/** A zip of three hundred photos, against a bare server of Node that streams one file of that size. */
export async function benchZip(): Promise<Figure[]> {
  const site = await openSite()
  try {
    const survey = await startSurvey(site.api, 'Three hundred photos')
    const field = survey.user_survey_sections
      .flatMap((section) => section.user_survey_sub_sections)
      .flatMap((part) => part.user_survey_sub_section_details)
      .find((detail) => /photos/i.test(detail.field_name))
    for (let sent = 0; sent < photos; sent += perUpload) {
      const form = new FormData()
      form.append('user_survey_media[user_survey_sub_section_detail_id]', field?.id ?? '')
      for (let n = sent; n < sent + perUpload; n++)
        form.append('user_survey_media[photos][]', new Blob([await somePhoto(n)]), `IMG_${n}.jpg`)
      const answer = await site.api.upload(uploadMedia, form, crypto.randomUUID())
      if (answer?.status !== 201) throw new Error(`A photo was refused: ${JSON.stringify(answer?.body)}`)
    }
    const made = await site.api.call(zipDownload, { query: { user_survey_id: survey.id } })
    const address = site.server.address + (made?.body.data.uploaded_files_winzip ?? '')
    const size = (await drain(address)).size
    const bare = await bareServer(join(site.dataDir, 'one-file'), size)
    try {
      return await compare(address, bare.address)
    } finally {
      bare.child.kill()
    }
  } finally {
    await site.close()
  }
}

async function compare(zip: string, bare: string): Promise<Figure[]> {
  const [ofZip, ofBare, first, firstOfBare]: [number[], number[], number[], number[]] = [[], [], [], []]
  for (let run = 0; run < runs; run++) {
    ofBare.push(await timed(async () => firstOfBare.push((await drain(bare)).first)))
    ofZip.push(await timed(async () => first.push((await drain(zip)).first)))
  }
  const name = 'a bare server that streams one file of that size'
  return [
    {
      name: 'zip of 300 photos',
      value: median(ofZip),
      unit: 'ms',
      baseline: { name, value: median(ofBare) },
    },
    {
      name: 'first byte of the zip',
      value: median(first),
      unit: 'ms',
      baseline: { name, value: median(firstOfBare) },
    },
  ]
}

async function drain(address: string): Promise<{ size: number; first: number }> {
  const start = performance.now()
  const response = await fetch(address)
  if (!response.ok || !response.body) throw new Error(`The download answered ${response.status}`)
  let [size, first] = [0, 0]
  for await (const piece of response.body) {
    if (size === 0) first = performance.now() - start
    size += piece.length
  }
  return { size, first }
}

/** In a process of its own, as the server is. */
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
