import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { logIn, signUp } from '#contract/accounts/accounts.ts'
import { autoSave } from '#contract/surveys/surveys.ts'
import { endWithParent } from '#server/testing/end-with-parent.ts'
import { HttpApi } from '#server/testing/http-api.ts'
import { type Figure, median, quantile } from '../measure.ts'
import type { HostileCall } from './hostile-sender.ts'
import { SavedForm } from './saved-form.ts'
import { openSite, type Site, startSurvey } from './site.ts'

const savesPerSecond = 25
const seconds = 4
const rounds = 3
const connections = [1, 20]

/**
 * Saves of one account while another, or an anonymous sender, sends expensive bodies: each connection one
 * every two seconds. Each figure alternates with saves without the hostile traffic, and from 20 connections also
 * with saves while a second program discards the same bodies: what the machine loses by the sending alone.
 */
export async function benchHostileBodies(): Promise<Figure[]> {
  const site = await openSite()
  try {
    const form = new SavedForm(site.api, await startSurvey(site.api, 'Beside hostile bodies'))
    const calls = callsOf(await strangersToken(site))
    await savesP95(form)
    const figures: Figure[] = []
    for (const [name, call] of Object.entries(calls))
      for (const count of connections) figures.push(...(await beside(site, form, { name, call, count })))
    return figures
  } finally {
    await site.close()
  }
}

interface Attack {
  readonly name: string
  readonly call: HostileCall
  readonly count: number
}

async function beside(site: Site, form: SavedForm, { name, call, count }: Attack): Promise<Figure[]> {
  const [alone, discarded, attacked]: [number[], number[], number[]] = [[], [], []]
  const during = async (address: string) => {
    const stop = await startSender(address, call, count)
    const p95 = await savesP95(form)
    await stop()
    return p95
  }
  const sink = await startSink()
  for (let round = 0; round < rounds; round++) {
    alone.push(await savesP95(form))
    if (count > 1) discarded.push(await during(sink.address))
    attacked.push(await during(site.server.address))
  }
  await sink.stop()
  const figure = {
    name: `save p95 beside ${name} from ${count} ${count === 1 ? 'connection' : 'connections'}`,
    value: median(attacked),
    unit: 'ms',
  }
  const besideSink = { name: 'beside a program that discards them', value: median(discarded) }
  return [
    { ...figure, baseline: { name: 'alone', value: median(alone) } },
    ...(count > 1 ? [{ ...figure, baseline: besideSink }] : []),
  ]
}

async function savesP95(form: SavedForm): Promise<number> {
  const times: number[] = []
  const running: Promise<void>[] = []
  const begin = performance.now()
  for (let count = 0; count < savesPerSecond * seconds; count++) {
    const due = begin + (count * 1_000) / savesPerSecond
    if (due > performance.now()) await pause(due - performance.now())
    running.push(
      form.save(count).then((done) => {
        if (!done) throw new Error('A save was refused')
        times.push(performance.now() - due)
      }),
    )
  }
  await Promise.all(running)
  return quantile(times, 0.95)
}

/** Sends from a process of low priority, because a real attacker has a processor of its own. */
async function startSender(address: string, call: HostileCall, connections: number) {
  const program = join(import.meta.dirname, 'hostile-sender.ts')
  const { pid, stop } = await startProgram([program, JSON.stringify({ address, call, connections })])
  if (pid) setPriority(pid, constants.priority.PRIORITY_LOW)
  return stop
}

/** Starts a program that rejects every call without reading its body. */
async function startSink() {
  const { line: port, stop } = await startProgram(['--eval', sinkProgram])
  return { address: `http://localhost:${port}`, stop }
}

/** Starts Node and waits for the first line that it prints. */
async function startProgram(options: readonly string[]) {
  const child = spawn(process.execPath, options, { stdio: ['ignore', 'pipe', 'inherit'] })
  endWithParent(child)
  const ended = once(child, 'exit')
  const [line]: string[] = await once(createInterface(child.stdout), 'line')
  const stop = async () => {
    child.kill()
    await ended
  }
  return { pid: child.pid, line, stop }
}

const sinkProgram = `
  const server = require('node:http').createServer((request, response) => {
    response.writeHead(429, { connection: 'close' }).end()
    request.read()
    response.once('finish', () => setTimeout(() => request.socket.destroy(), 1000))
  })
  server.listen(0, () => console.log(server.address().port))`

/** Returns the token of an account created for the attack. */
async function strangersToken({ server }: Site): Promise<string> {
  const api = new HttpApi(server.address)
  const attributes = { email: 'stranger@example.com', password: 'Correct7horse' }
  const names = { first_name: 'Stran', last_name: 'Ger' }
  await api.call(signUp, {
    body: { data: { type: 'email_account', attributes: { ...attributes, ...names } } },
  })
  const session = await api.call(logIn, { body: { data: { attributes } } })
  const token = session?.body.meta.token
  if (!token) throw new Error('The stranger could not sign up')
  return token
}

function callsOf(token: string): Readonly<Record<string, HostileCall>> {
  const save = { method: autoSave.method, path: `/api${autoSave.path}` }
  const login = { method: logIn.method, path: `/api${logIn.path}` }
  return {
    'names to an unknown address': { method: 'POST', path: '/nothing', body: 'names' },
    'names to the login': { ...login, body: 'names' },
    'names to the save without a session': { ...save, body: 'names' },
    'names to the save of an own account': { ...save, body: 'names', token },
    'objects of many names to the save of an own account': { ...save, body: 'objects', token },
    'nested lists to the save of an own account': { ...save, body: 'nested', token },
    'values to the save of an own account': { ...save, body: 'values', token },
    'answers of 7 MB to the save of an own account': { ...save, body: 'answers', token },
  }
}
