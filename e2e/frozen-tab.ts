import type { Browser, CDPSession, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'

/** Stops the process that draws a page, as systems do with tabs that nobody looks at; gives the way back. */
export async function freeze(chrome: Browser, page: Page): Promise<() => void> {
  const own = await rendererOf(chrome, page)
  process.kill(own, 'SIGSTOP')
  let isFrozen = true
  const thaw = () => {
    if (isFrozen) process.kill(own, 'SIGCONT')
    isFrozen = false
  }
  // A process that is stopped cannot be closed either.
  onTestFinished(thaw)
  return thaw
}

/**
 * The process that works when the page does. The browser does not say which one it is, keeps others in reserve, begins
 * new ones ahead of need and ends old ones late.
 */
async function rendererOf(chrome: Browser, page: Page): Promise<number> {
  const session = await chrome.newBrowserCDPSession()
  try {
    for (let round = 0; round < 50; round++) {
      const before = await rendererSeconds(session)
      await page.evaluate(() => {
        const until = performance.now() + 300
        while (performance.now() < until);
      })
      const worked = [...(await rendererSeconds(session))]
        .map(([id, seconds]) => ({ id, seconds: seconds - (before.get(id) ?? 0) }))
        .sort((one, other) => other.seconds - one.seconds)
      const [most, next] = worked
      if (most && most.seconds > 0.05 && most.seconds > 4 * (next?.seconds ?? 0)) return most.id
    }
    throw new Error('No process works when the page does.')
  } finally {
    await session.detach()
  }
}

async function rendererSeconds(session: CDPSession): Promise<ReadonlyMap<number, number>> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const renderers = processInfo.filter(({ type }) => type === 'renderer')
  return new Map(renderers.map(({ id, cpuTime }) => [id, cpuTime]))
}
