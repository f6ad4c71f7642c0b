import { readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { v4 as newKey } from 'uuid'
import { generateLink } from '#contract/sharing/sharing.ts'
import { autoSave, type SurveyDetail } from '#contract/surveys/surveys.ts'
import type { HttpApi } from '#server/testing/http-api.ts'
import { makeLarge } from '#server/testing/large-survey.ts'
import { type Figure, quantile } from '../measure.ts'
import { inDatabase } from './database.ts'
import { openSite, type Site, startSurvey } from './site.ts'

const guests = 30
const seconds = 12
const savesPerSecond = 20
/** The maximum survey size: 16 MiB. */
const large = { parts: 155, characters: 2_000 }

/** Saves of one survey while thirty guests read another one of maximum size, some of them slowly. */
export async function benchGuests(): Promise<Figure[]> {
  const site = await openSite()
  try {
    const own = await startSurvey(site.api, 'One surveyor')
    const shared = await startSurvey(site.api, 'Read by many')
    await inDatabase(site.dataDir, async (client) => {
      const bytes = await makeLarge(client, shared.id, large)
      console.log(`  a survey of ${(bytes / 1024 / 1024).toFixed(1)} MiB`)
    })
    const link = await site.api.call(generateLink, { body: { link_share_id: shared.id } })
    const address = `${site.server.address}/api/bx_block_saveaspdf2/survey_pdf/guest_survey_pdf_details?guest_survey_id=${link?.body.data.link_share_id}`
    await saves(site.api, own)
    const quiet = { p95: await saves(site.api, own), memory: await peakOf(site) }
    const ended = new AbortController()
    const readers = Array.from({ length: guests }, (_, n) =>
      n % 3 === 0 ? readNothing(address, ended.signal) : readAgain(address, ended.signal),
    )
    const busy = { p95: await saves(site.api, own), memory: await peakOf(site) }
    ended.abort()
    const read = (await Promise.all(readers)).reduce((sum, count) => sum + count, 0)
    return [
      {
        name: 'save p95 while thirty guests read 16 MiB',
        value: busy.p95,
        unit: 'ms',
        baseline: { name: 'nobody reads', value: quiet.p95 },
      },
      {
        name: 'peak memory while thirty guests read 16 MiB',
        value: busy.memory,
        unit: 'MiB',
        baseline: { name: 'nobody reads', value: quiet.memory },
      },
      { name: 'reports that they got', value: read / seconds, unit: '1/s' },
    ]
  } finally {
    await site.close()
  }
}

/** Returns the p95 of saves at a fixed rate. A rejected save ends the bench. */
async function saves(api: HttpApi, survey: SurveyDetail): Promise<number> {
  const times: number[] = []
  const running: Promise<void>[] = []
  const begin = performance.now()
  for (let count = 0; count < seconds * savesPerSecond; count++) {
    const due = begin + (count * 1000) / savesPerSecond
    if (due > performance.now()) await pause(due - performance.now())
    running.push(
      save(api, survey, count).then((status) => {
        if (status !== 200) throw new Error(`A save was answered with ${status}`)
        times.push(performance.now() - due)
      }),
    )
  }
  await Promise.all(running)
  return quantile(times, 0.95)
}

async function save(api: HttpApi, survey: SurveyDetail, count: number): Promise<number | undefined> {
  const [section] = survey.user_survey_sections
  const [part] = section?.user_survey_sub_sections ?? []
  const text = part?.user_survey_sub_section_details.find(({ field_type }) => field_type === 'text')
  if (!section || !part || !text) throw new Error('The survey has no text')
  const details = [{ id: text.id, field_value: `Text ${count}` }]
  const parts = [{ id: part.id, user_survey_sub_section_details_attributes: details }]
  const sections = [{ id: section.id, user_survey_sub_sections_attributes: parts }]
  const body = { user_survey_id: survey.id, user_survey_sections_attributes: sections }
  return (await api.call(autoSave, { body }, newKey()))?.status
}

async function readAgain(address: string, ended: AbortSignal): Promise<number> {
  let read = 0
  while (!ended.aborted) {
    try {
      const response = await fetch(address, { signal: ended })
      if (response.body) for await (const _ of response.body);
      if (response.ok) read += 1
      else await pause(1_000, null, { signal: ended })
    } catch {
      // The request was aborted.
    }
  }
  return read
}

/** Sends a request and never reads the response. */
async function readNothing(address: string, ended: AbortSignal): Promise<number> {
  const { hostname, port, pathname, search } = new URL(address)
  const socket = connect(Number(port), hostname).on('error', () => {})
  socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`)
  ended.addEventListener('abort', () => socket.destroy(), { once: true })
  return 0
}

/** Returns the server process's peak memory since the last call, in MiB. */
async function peakOf({ server }: Site): Promise<number> {
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8')
  await writeFile(`/proc/${server.pid}/clear_refs`, '5')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024
}
