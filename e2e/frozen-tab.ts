import type { Browser, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'

/** Stops the process that draws a page, as systems do with tabs that nobody looks at; `freeze` gives the way back. */
export async function freezable(chrome: Browser, open: () => Promise<Page>) {
  const before = await renderers(chrome)
  const page = await open()
  const freeze = async () => {
    // Not before: the first screen may have changed the process.
    const [own, ...others] = (await renderers(chrome)).filter((id) => !before.includes(id))
    if (own === undefined || others.length > 0) throw new Error('The page has no process of its own.')
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
  return { page, freeze }
}

async function renderers(chrome: Browser): Promise<readonly number[]> {
  const session = await chrome.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
}
