import { setTimeout as pause } from 'node:timers/promises'
import { live } from '#contract/health.ts'
import { type Figure, median, quantile } from '../measure.ts'
import { startBare } from './bare.ts'
import { SavedForm } from './saved-form.ts'
import { openSite, startSurvey } from './site.ts'

const connections = 50
const seconds = 8
const rounds = 4
const rate = 100

type Call = (client: number, count: number) => Promise<boolean>

/**
 * Auto-saves of 12 fields from 50 connections, each on its own survey: as devices send them, with base
 * revisions, and as plain clients do. The baselines alternate every few seconds and send the same bodies to a
 * bare route: one upserts them unchanged, one only writes the rows that a save leaves behind.
 */
export async function benchAutoSave(): Promise<Figure[]> {
  const site = await openSite()
  const bare = await startBare(site.dataDir)
  try {
    const forms: SavedForm[] = []
    for (let count = 0; count < connections; count++)
      forms.push(new SavedForm(site.api, await startSurvey(site.api, `Save ${count}`)))
    const plain: Call = async (client, count) => (await forms[client]?.saveUnseen(count)) ?? false
    const device: Call = async (client, count) => (await forms[client]?.save(count)) ?? false
    const upsert: Call = async (client, count) =>
      (await forms[client]?.saveBare(bare.address, 'save', count)) ?? false
    const rows: Call = async (client, count) =>
      (await forms[client]?.saveBare(bare.address, 'rows', count)) ?? false
    const idle: Call = async () => (await site.api.call(live, {}))?.status === 200
    const [upserts, devices, plains, idles, rowsOnly] = await inRounds([upsert, device, plain, idle, rows])
    const paced = await pace(device)
    const baseline = { name: 'bare Fastify, `pg` and one upsert', value: upserts.perSecond }
    const baselineP95 = { name: 'p95 of the bare upsert', value: upserts.p95 }
    const idleP95 = { name: 'p95 of a call that touches nothing', value: idles.p95 }
    return [
      { name: 'auto-saves of 12 fields', value: devices.perSecond, unit: '1/s', baseline },
      {
        name: 'the rows of such a save in one statement of a bare route',
        value: rowsOnly.perSecond,
        unit: '1/s',
        baseline,
      },
      { name: 'the same without revisions', value: plains.perSecond, unit: '1/s', baseline },
      { name: 'auto-save p95 at 50 connections', value: devices.p95, unit: 'ms', baseline: baselineP95 },
      { name: 'auto-save p95 at 100 a second', value: paced, unit: 'ms', baseline: idleP95 },
    ]
  } finally {
    await bare.stop()
    await site.close()
  }
}

interface Load {
  readonly perSecond: number
  readonly p95: number
}

/** Alternates the calls, so that other load affects all equally; returns medians of the rounds. */
async function inRounds<const C extends readonly Call[]>(calls: C): Promise<{ [K in keyof C]: Load }> {
  const turns = calls.map((): Load[] => [])
  for (let round = 0; round < rounds; round++)
    for (const [place, call] of calls.entries())
      turns[place]?.push(await load(call, round * 10_000, (seconds * 1000) / rounds))
  return turns.map((loads) => ({
    perSecond: median(loads.map(({ perSecond }) => perSecond)),
    p95: median(loads.map(({ p95 }) => p95)),
  })) as { [K in keyof C]: Load }
}

/** Repeats the call on each connection as soon as it is answered. A rejected call ends the bench. */
async function load(call: Call, from: number, milliseconds: number): Promise<Load> {
  const times: number[] = []
  const begun = performance.now()
  const until = begun + milliseconds
  async function client(number: number): Promise<void> {
    for (let count = from; performance.now() < until; count++) {
      const start = performance.now()
      if (!(await call(number, count))) throw new Error('A call was refused')
      times.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, number) => client(number)))
  const took = (performance.now() - begun) / 1000
  return { perSecond: times.length / took, p95: quantile(times, 0.95) }
}

/** Returns the p95 of calls at a fixed rate, like surveyors' devices, regardless of response times. */
async function pace(call: Call): Promise<number> {
  const times: number[] = []
  const running: Promise<void>[] = []
  const begin = performance.now()
  for (let count = 0; count < rate * seconds; count++) {
    const due = begin + (count * 1000) / rate
    if (due > performance.now()) await pause(due - performance.now())
    running.push(
      call(count % connections, Math.floor(count / connections)).then((done) => {
        if (!done) throw new Error('A call was refused')
        times.push(performance.now() - due)
      }),
    )
  }
  await Promise.all(running)
  return quantile(times, 0.95)
}
