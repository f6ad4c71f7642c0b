import type { Browser, CDPSession, Page } from 'playwright-core'
import { expect } from 'vitest'

const stopped = new Set<() => void>()

/** What a journey that failed has left stopped: such a process can neither be looked at nor closed. */
export function thawAll(): void {
  for (const thaw of stopped) thaw()
}

/**
 * Stops the process that draws a page, as systems do with tabs that nobody looks at; gives the way back. Not in the
 * middle of a transaction: what a stopped process has open, the browser ends after a minute, and until then nobody else
 * gets at the device's store. Browsers spare such tabs, or tell them first (`freezeTold`).
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

/** As `freeze`, in the middle of whatever it does, by a browser that tells the page in its last step. */
export async function freezeTold(chrome: Browser, page: Page): Promise<() => Promise<void>> {
  const { stop, thaw } = await stopperOf(chrome, page)
  const beside = await pageBeside(page)
  await page.evaluate(() => document.dispatchEvent(new Event('freeze')))
  if (!(await isStoreFree(beside))) throw new Error('A page that is frozen has a transaction open.')
  const locks = () =>
    beside.evaluate(async () => (await navigator.locks.query()).held?.map(({ name }) => name))
  // All others are of what a page has open, shared or without anybody who waits.
  await expect.poll(locks).not.toContainEqual(expect.stringMatching(/^fieldbook-(sync|events|stream)/))
  stop()
  await beside.close()
  return async () => {
    thaw()
    await page.evaluate(() => document.dispatchEvent(new Event('resume')))
  }
}

/** Of the same origin, where nothing of the app runs. */
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

/** Whether a transaction over all of the device's store begins within two seconds. */
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
