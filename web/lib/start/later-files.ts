import { isSafari } from './is-safari.ts'
import { loadedPaths } from './loaded-files.ts'
import { networkMayBeBack } from './network-may-be-back.ts'
import { untilLoaded } from './until-loaded.ts'

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

/** In milliseconds. */
const firstPatience = 10_000

let here: Promise<void> | null = null

/**
 * Resolves once the files are on this device of what sends, follows and keeps the program, and of what else is imported
 * unasked. They are fetched before anything is imported behind the first screen: a file whose import failed because the
 * network went is not asked for again by the same page in Firefox, nor in WebKit, and whatever needs it would stay away
 * until a reload. What was fetched is imported without network.
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

/** Some requests are never answered when the network goes under them. Each time a slow network is given more. */
async function untilFetched(address: string): Promise<void> {
  for (let patience = firstPatience; !(await isHere(address, patience)); patience *= 2)
    await networkMayBeBack()
}

async function isHere(address: string, patience: number): Promise<boolean> {
  const signal = AbortSignal.timeout(patience)
  // What did not come is asked for again.
  const answer = await fetch(address, { signal }).catch(() => null)
  const size = await answer?.arrayBuffer().then(
    (bytes) => bytes.byteLength,
    () => null,
  )
  if (!answer || typeof size !== 'number') return false
  // What an update took away does not come back: its import says so.
  if (answer.status === 404) return true
  return answer.status === 200 && (!isSafari() || staysWithPage(address, size, signal))
}

/**
 * Safari stores a file some time after it was fetched, and in a private window not at all: an import right after it
 * would ask the network once more. What a page preloads as a script stays with the page. Chromium must not be asked
 * so: it holds on to a preload that failed. Where a proxy compresses files while it sends them, Safari takes a part of one
 * for the whole when the connection breaks, and would run it; a fetch of the same file lets go of it.
 */
async function staysWithPage(address: string, size: number, signal: AbortSignal): Promise<boolean> {
  const link = document.createElement('link')
  link.rel = 'preload'
  link.as = 'script'
  link.crossOrigin = ''
  link.href = address
  const isLoaded = await new Promise<boolean>((resolve) => {
    link.addEventListener('load', () => resolve(true))
    link.addEventListener('error', () => resolve(false))
    signal.addEventListener('abort', () => resolve(false))
    document.head.append(link)
  })
  link.remove()
  return isLoaded && !isCutOff(link.href, size)
}

/** What was loaded last from there is not as long as it is, in bytes. A browser that says nothing of it is believed. */
function isCutOff(address: string, size: number): boolean {
  const load = performance.getEntriesByName(address).at(-1) as PerformanceResourceTiming | undefined
  if (!load || load.decodedBodySize + load.transferSize === 0) return false
  return load.decodedBodySize !== size
}
