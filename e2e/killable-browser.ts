import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type BrowserContext, chromium } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { endWithParent } from '#server/testing/end-with-parent.ts'
import { wholeChromiumSwitches } from '../scripts/chromium-switches.ts'
import { chromiumPath } from './chromium.ts'
import { patience } from './patience.ts'
import { isSoak } from './sizes.ts'

/** Unlike Playwright's defaults, keeps the back/forward cache enabled, as in users' browsers. */
const asPeople = ['--headless=new']

export interface KillableBrowser {
  readonly context: BrowserContext
  /** Sends SIGKILL to the browser and all its processes: nothing is flushed. */
  kill(): Promise<void>
}

/** Creates a profile folder that outlives its browsers and is deleted after the test. */
export async function newProfile(): Promise<string> {
  const profile = await mkdtemp(join(tmpdir(), 'fieldbook-profile-'))
  onTestFinished(() => rm(profile, { recursive: true, force: true, maxRetries: 20 }))
  return profile
}

/**
 * Opens a browser in its own process group on a persistent profile; `whole` for features that the headless
 * shell lacks.
 */
export async function openKillable(
  profile: string,
  { whole = false }: { readonly whole?: boolean } = {},
): Promise<KillableBrowser> {
  const child = spawn(
    chromiumPath({ whole: whole || isSoak }),
    [
      ...asPeople,
      ...wholeChromiumSwitches,
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  endWithParent(child, { group: true })
  const ended = once(child, 'exit')
  const address = await new Promise<string>((found, failed) => {
    const lines = createInterface(child.stderr)
    lines.on('line', (line) => {
      const [, address] = /listening on (ws:\S+)/.exec(line) ?? []
      if (address) found(address)
    })
    lines.on('close', () => failed(new Error('The browser ended before it could be reached.')))
  })
  const browser = await chromium.connectOverCDP(address)
  const [context] = browser.contexts()
  if (!context) throw new Error('The browser has no profile.')
  context.setDefaultTimeout(patience)
  return {
    context,
    kill: async () => {
      if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid ?? 0), 'SIGKILL')
      await ended
      await browser.close().catch(() => undefined)
    },
  }
}
