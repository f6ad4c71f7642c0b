import { networkMayBeBack, untilLoaded } from './until-loaded.ts'

declare global {
  /** From the page's first script, which has it from the build (`web/first-paint.ts`); absent while developing. */
  var laterFiles: readonly string[] | undefined
}

/**
 * Starts a part that no screen waits for, whenever it can be had, and gives what ends it. Where the network goes before
 * its code is here, it starts when the network is back.
 */
export function startLater<Part>(
  load: () => Promise<Part>,
  start: (part: Part) => (() => void) | undefined,
): () => void {
  let isLeft = false
  let stop: (() => void) | undefined
  void untilLoaded(load).then((part) => {
    if (!isLeft) stop = start(part)
  })
  return () => {
    isLeft = true
    stop?.()
  }
}

let here: Promise<void> | null = null

/**
 * Resolves once the files are on this device of what sends, follows and keeps the program. They are fetched before
 * anything is imported behind the first screen: a file whose import failed because the network went is not asked for
 * again by the same page in Firefox, nor in WebKit, and whatever needs it would stay away until a reload. What was
 * fetched is imported without network.
 */
export function laterFilesHere(): Promise<void> {
  here ??= fetchAll(globalThis.laterFiles ?? [])
  return here
}

async function fetchAll(files: readonly string[]): Promise<void> {
  const addresses = files.filter((file) => file.endsWith('.js')).map((file) => `/assets/${file}`)
  const loaded = loadedPaths()
  await Promise.all(addresses.filter((address) => !loaded.has(address)).map(untilFetched))
}

/** What the page has loaded already. */
function loadedPaths(): ReadonlySet<string> {
  const loads = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  return new Set(
    loads.filter(({ responseStatus }) => responseStatus === 200).map(({ name }) => new URL(name).pathname),
  )
}

async function untilFetched(address: string): Promise<void> {
  while (!(await isFetched(address))) await networkMayBeBack()
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
