import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { guestPdfDownload } from '#contract/sharing/guests.ts'
import { reportDetail, reportDownload } from '#contract/sharing/reports.ts'
import { generateLink } from '#contract/sharing/sharing.ts'
import { HttpApi } from '#server/testing/http-api.ts'
import { type Figure, median } from '../measure.ts'
import { inDatabase } from './database.ts'
import { type Drained, drain } from './drain.ts'
import { fillRooms } from './rooms.ts'
import type { Site } from './site.ts'

const runs = 5
const asks = 3
/** Guests per link, within the limit for one link. */
const guestsOfLink = 20
const otherRooms = 100

/**
 * The PDF of 6,000 answers and 300 photos, compared to PDFKit drawing the same words and photos; and how long
 * the owner waits while forty guests wait for theirs.
 */
export async function pdfFigures(site: Site, survey: string): Promise<Figure[]> {
  const other = await fillRooms(site, otherRooms)
  const address = await ownersAddress(site, survey)
  const figures = await compare(site, survey, address)
  const guests = [await guestsAddress(site, survey), await guestsAddress(site, other.survey)]
  return [...figures, await inACrowd(address, guests)]
}

async function compare(site: Site, survey: string, address: string): Promise<Figure[]> {
  const alone = await pdfKitAlone(site, survey)
  try {
    const standard = `${alone.address}/standard`
    const [ours, theirs, plain] = [
      [await drain(address)],
      [await drain(alone.address)],
      [await drain(standard)],
    ]
    for (let run = 0; run < runs; run++) {
      theirs.push(await drain(alone.address))
      plain.push(await drain(standard))
      ours.push(await drain(address))
    }
    const inOurFonts = { name: 'PDFKit alone, tagged, in the same fonts, drawn before', of: theirs }
    const inStandardFonts = { name: 'PDFKit alone, tagged, in Helvetica, drawn before', of: plain }
    const figure = (of: string, key: 'first' | 'total', baseline = inOurFonts): Figure => ({
      name: of,
      value: median(ours.map((one) => one[key])),
      unit: 'ms',
      baseline: { name: baseline.name, value: median(baseline.of.map((one) => one[key])) },
    })
    return [
      figure('PDF of 6,000 answers and 300 photos', 'total'),
      figure('PDF of 6,000 answers and 300 photos', 'total', inStandardFonts),
      figure('first byte of that PDF', 'first'),
    ]
  } finally {
    alone.end()
  }
}

/** All guests ask first; the owner asks repeatedly once the first guest's PDF is being rendered. */
async function inACrowd(address: string, guests: readonly string[]): Promise<Figure> {
  const owner = async () => {
    const drained: Drained[] = []
    for (let ask = 0; ask < asks; ask++) drained.push(await drain(address))
    return drained
  }
  const alone = await owner()
  const asked = guests.flatMap((guest) => Array.from({ length: guestsOfLink }, () => drainPatiently(guest)))
  await Promise.race(asked.map(({ begun }) => begun))
  const among = await owner()
  await Promise.all(asked.map(({ done }) => done))
  return {
    name: 'the owner’s PDF while forty guests wait for theirs',
    value: median(among.map(({ total }) => total)),
    unit: 'ms',
    baseline: { name: 'nobody else asks', value: median(alone.map(({ total }) => total)) },
  }
}

/** A rejection after too long a wait counts as an answer too. */
function drainPatiently(address: string): {
  readonly begun: Promise<unknown>
  readonly done: Promise<unknown>
} {
  const answered = fetch(address)
  return { begun: answered, done: answered.then((response) => response.arrayBuffer()) }
}

async function ownersAddress({ api, server }: Site, id: string): Promise<string> {
  const answer = await api.call(reportDownload, { params: { id } })
  return server.address + (answer?.body.data.url ?? '')
}

async function guestsAddress({ api, server }: Site, id: string): Promise<string> {
  const link = await api.call(generateLink, { body: { link_share_id: id } })
  const guest_survey_id = link?.body.data.link_share_id ?? ''
  const answer = await new HttpApi(server.address).call(guestPdfDownload, { query: { guest_survey_id } })
  return server.address + (answer?.body.data.url ?? '')
}

async function pdfKitAlone(site: Site, survey: string): Promise<{ address: string; end: () => void }> {
  const detail = await site.api.call(reportDetail, { params: { id: survey } })
  const photos: Record<string, string> = {}
  await inDatabase(site.dataDir, async (client) => {
    const { rows } = await client.query<{ id: string; key: string }>(
      `select media.id, rendition.store_key as key from media join rendition using (file_id)
       where survey_id = $1 and rendition.name = 'report'`,
      [survey],
    )
    for (const { id, key } of rows) photos[id] = join(site.dataDir, 'files', 'kept', key.slice(0, 2), key)
  })
  const given = join(site.dataDir, 'report.json')
  await writeFile(given, JSON.stringify({ report: detail?.body.data.attributes, photos }))
  const program = join(import.meta.dirname, 'pdfkit-alone.ts')
  const child = spawn(process.execPath, [program, given], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  return { address: `http://127.0.0.1:${String(port).trim()}`, end: () => child.kill() }
}
