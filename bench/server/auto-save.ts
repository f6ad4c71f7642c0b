import { setTimeout as pause } from 'node:timers/promises'
import { v4 as newKey } from 'uuid'
import { live } from '#contract/health.ts'
import { autoSave, type SurveyDetail } from '#contract/surveys.ts'
import type { HttpApi } from '#server/testing/http-api.ts'
import { type Figure, quantile } from '../measure.ts'
import { openSite, startSurvey } from './site.ts'

const connections = 50
const seconds = 8
const fieldsInCall = 12
const rate = 100

/** Auto-saves of 12 fields from 50 connections, each on a survey of its own, beside calls that do nothing. */
export async function benchAutoSave(): Promise<Figure[]> {
  const site = await openSite()
  try {
    const surveys: SurveyDetail[] = []
    for (let count = 0; count < connections; count++)
      surveys.push(await startSurvey(site.api, `Save ${count}`))
    const idle = await load(async () => (await site.api.call(live, {}))?.status === 200)
    const saves = await load((client, count) => save(site.api, surveys[client], count))
    const paced = await pace((client, count) => save(site.api, surveys[client], count))
    const baseline = { name: 'calls a second that touch nothing, same connections', value: idle.perSecond }
    const baselineP95 = { name: 'p95 of a call that touches nothing', value: idle.p95 }
    return [
      { name: 'auto-saves of 12 fields', value: saves.perSecond, unit: '1/s', baseline },
      { name: 'auto-save p95 at 50 connections', value: saves.p95, unit: 'ms', baseline: baselineP95 },
      { name: 'auto-save p95 at 100 a second', value: paced, unit: 'ms', baseline: baselineP95 },
    ]
  } finally {
    await site.close()
  }
}

async function save(api: HttpApi, survey: SurveyDetail | undefined, count: number): Promise<boolean> {
  const section = survey?.user_survey_sections[count % 8]
  const part = section?.user_survey_sub_sections[0]
  if (!survey || !section || !part) return false
  const texts = part.user_survey_sub_section_details.filter((one) =>
    ['text', 'numeric'].includes(one.field_type),
  )
  const details = texts.slice(0, fieldsInCall).map(({ id }) => ({ id, field_value: String(count) }))
  const parts = [{ id: part.id, user_survey_sub_section_details_attributes: details }]
  const sections = [{ id: section.id, user_survey_sub_sections_attributes: parts }]
  const body = { user_survey_id: survey.id, user_survey_sections_attributes: sections }
  return (await api.call(autoSave, { body }, newKey()))?.status === 200
}

/** Each connection calls again as soon as it was answered. A refused call ends the bench. */
async function load(call: (client: number, count: number) => Promise<boolean>) {
  const times: number[] = []
  const until = performance.now() + seconds * 1000
  async function client(number: number): Promise<void> {
    for (let count = 0; performance.now() < until; count++) {
      const start = performance.now()
      if (!(await call(number, count))) throw new Error('A call was refused')
      times.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, number) => client(number)))
  return { perSecond: times.length / seconds, p95: quantile(times, 0.95) }
}

/** p95 of calls that come at a fixed rate, whatever the answers take: what surveyors' devices do. */
async function pace(call: (client: number, count: number) => Promise<boolean>): Promise<number> {
  const times: number[] = []
  const running: Promise<void>[] = []
  const begin = performance.now()
  for (let count = 0; count < rate * seconds; count++) {
    const due = begin + (count * 1000) / rate
    if (due > performance.now()) await pause(due - performance.now())
    running.push(
      call(count % connections, count).then((done) => {
        if (!done) throw new Error('A call was refused')
        times.push(performance.now() - due)
      }),
    )
  }
  await Promise.all(running)
  return quantile(times, 0.95)
}
