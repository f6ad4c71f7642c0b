import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { logIn } from '#contract/accounts/accounts.ts'
import { deviceHeader } from '#contract/device.ts'
import { endWithParent } from '#server/testing/end-with-parent.ts'
import { HttpApi } from '#server/testing/http-api.ts'
import { type Figure, median } from '../measure.ts'
import { openSite, type Site } from './site.ts'

const logins = 12
const device = '5'.repeat(64)

/** Logins on a known device while fifty addresses try passwords nonstop, compared to an idle server. */
export async function benchLoginFlood(): Promise<Figure[]> {
  const site = await openSite()
  try {
    const alone = await timesOfLogins(site)
    const flood = await startFlood(site)
    const beside = await timesOfLogins(site)
    const answers = await flood.stop()
    return [
      {
        name: 'a login on a known device beside a flood from 50 addresses',
        value: median(beside),
        unit: 'ms',
        baseline: { name: 'alone', value: median(alone) },
      },
      {
        name: 'the slowest of them',
        value: Math.max(...beside),
        unit: 'ms',
        baseline: { name: 'the slowest alone', value: Math.max(...alone) },
      },
      { name: 'answers of the flood meanwhile', value: answers, unit: '' },
    ]
  } finally {
    await site.close()
  }
}

async function timesOfLogins({ server, email, password }: Site): Promise<number[]> {
  const api = new HttpApi(server.address, null, { [deviceHeader]: device })
  const enter = () => api.call(logIn, { body: { data: { attributes: { email, password } } } })
  const times: number[] = []
  // The first login makes the device known.
  await enter()
  while (times.length < logins) {
    const begun = performance.now()
    const answer = await enter()
    if (answer?.status !== 200) throw new Error(`A login answered ${answer?.status}`)
    times.push(performance.now() - begun)
  }
  return times
}

async function startFlood({ server }: Site) {
  const program = join(import.meta.dirname, 'login-flood-sender.ts')
  const child = spawn(process.execPath, [program, server.address, logIn.path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  endWithParent(child)
  let answers = 0
  createInterface(child.stdout).on('line', () => {
    answers += 1
  })
  // Wait until the queue of unknown devices is full.
  while (answers < 100) await once(child.stdout, 'data')
  return {
    async stop() {
      const ended = once(child, 'exit')
      child.kill()
      await ended
      return answers
    },
  }
}
