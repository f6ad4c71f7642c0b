import { networkMayBeBack } from './until-loaded.ts'

declare global {
  /** From the page's first script, which has it from the build (`web/first-paint.ts`); absent while developing. */
  var laterFiles: readonly string[] | undefined
}

let here: Promise<void> | null = null

/**
 * Resolves once the files are on this device of what sends, follows and keeps the program. They are fetched before they
 * are imported: a file whose import failed because the network went is not asked for again by the same page in Firefox,
 * nor in WebKit, and nothing would leave the device until a reload. What was fetched is imported without network.
 */
export function laterFilesHere(): Promise<void> {
  here ??= fetchAll(globalThis.laterFiles ?? [])
  return here
}

async function fetchAll(files: readonly string[]): Promise<void> {
  // The screen's own are here: it is drawn.
  const drawn = [...document.querySelectorAll('link[href], script[src]')].map(
    (one) => one.getAttribute('href') ?? one.getAttribute('src'),
  )
  const missing = files.map((file) => `/assets/${file}`).filter((address) => !drawn.includes(address))
  for (const address of missing) while (!(await isFetched(address))) await networkMayBeBack()
}

function isFetched(address: string): Promise<boolean> {
  return fetch(address).then(
    async (answer) => {
      await answer.arrayBuffer()
      // What an update took away does not come back: its import says so.
      return answer.ok || answer.status === 404
    },
    // Tried again as long as the page is open.
    () => false,
  )
}
