import type { Browser, CDPSession, Page } from 'playwright-core'
import { expect } from 'vitest'

const stopped = new Set<() => void>()

/** Resumes processes that a failed journey left stopped: they can be neither inspected nor closed. */
export function thawAll(): void {
  for (const thaw of stopped) thaw()
}

/**
 * Stops a page's renderer process, as systems do with background tabs; returns the function that resumes it.
 * Never during a transaction: the browser aborts it only after a minute, and until then the device's store is
 * blocked. Browsers spare such tabs, or notify them first (`freezeTold`).
 */
export async function freeze(chrome: Browser, page: Page): Promise<() => void> {
  const { stop, thaw } = await stopperOf(chrome, page)
  const beside = await pageBeside(page)
  for (let round = 0; round < 50; round++) {
    stop()
    if (await isStoreFree(beside)) {
      await beside.close()
      return thaw
    }
    thaw()
  }
  throw new Error('The page was in a transaction each time.')
}

/** Like `freeze`, at any moment, in a browser that fires the page's `freeze` event first. */
export async function freezeTold(chrome: Browser, page: Page): Promise<() => Promise<void>> {
  const { stop, thaw } = await stopperOf(chrome, page)
  const beside = await pageBeside(page)
  await page.evaluate(() => document.dispatchEvent(new Event('freeze')))
  if (!(await isStoreFree(beside))) throw new Error('A page that is frozen has a transaction open.')
  const locks = () =>
    beside.evaluate(async () => (await navigator.locks.query()).held?.map(({ name }) => name))
  // The other locks mark open pages, or are shared.
  await expect.poll(locks).not.toContainEqual(expect.stringMatching(/^fieldbook-(sync|events|stream)/))
  stop()
  await beside.close()
  return async () => {
    thaw()
    await page.evaluate(() => document.dispatchEvent(new Event('resume')))
  }
}

/** Opens a page of the same origin without the app. */
async function pageBeside(page: Page): Promise<Page> {
  const beside = await page.context().newPage()
  await beside.goto(new URL('/icon.svg', page.url()).href)
  return beside
}

async function stopperOf(chrome: Browser, page: Page) {
  const own = await rendererOf(chrome, page)
  let isStopped = false
  const stop = () => {
    process.kill(own, 'SIGSTOP')
    isStopped = true
    stopped.add(thaw)
  }
  const thaw = () => {
    if (isStopped) process.kill(own, 'SIGCONT')
    isStopped = false
    stopped.delete(thaw)
  }
  return { stop, thaw }
}

/** Whether a transaction over the device's whole store starts within two seconds. */
async function isStoreFree(page: Page): Promise<boolean> {
  return page.evaluate(
    () =>
      new Promise<boolean>((tell) => {
        const opening = indexedDB.open('fieldbook')
        opening.onsuccess = () => {
          const database = opening.result
          const transaction = database.transaction([...database.objectStoreNames], 'readwrite')
          // Closes once the transaction has ended.
          database.close()
          transaction.oncomplete = () => tell(true)
          setTimeout(() => tell(false), 2_000)
        }
      }),
  )
}

/**
 * Returns the process that is busy when the page is. The browser does not report it, keeps spare processes,
 * and ends old ones late.
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
