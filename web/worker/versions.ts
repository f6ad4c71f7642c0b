import { type ProgramPath, whichProgram } from '#web/lib/start/worker-messages.ts'

export interface File {
  readonly url: string
  readonly revision: string | null
}

const prefix = 'version-'
/**
 * Cache prefix of the first apps. Their worker deletes every cache with this prefix except its own, including
 * that of the next version, so newer versions use another prefix.
 */
const firstPrefix = 'program-'
/** Milliseconds for a page to report its version; a frozen page never does. */
const patience = 3_000

/** Returns the cache name of a version, derived from all of its files. */
export function nameOfVersion(files: readonly File[]): string {
  let hash = 0xcbf29ce484222325n
  for (const letter of JSON.stringify(files)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(letter.codePointAt(0) ?? 0)) * 0x100000001b3n)
  }
  return prefix + hash.toString(36)
}

/** Returns the caches of earlier versions; browsers list caches in creation order. */
export function earlierThan(own: string, names: readonly string[]): readonly string[] {
  const versions = names.filter((name) => name.startsWith(prefix) || name.startsWith(firstPrefix))
  return versions.slice(0, Math.max(0, versions.indexOf(own)))
}

/**
 * Whether a later version has deleted this one's cache. An old page may still ask this worker to check its
 * files, which would recreate the cache empty, after the newer one.
 */
export function wasDeleted(own: string, names: readonly string[]): boolean {
  return !names.includes(own) && names.some((name) => name.startsWith(prefix))
}

/** Deletes earlier versions that no open page uses; while a page has not reported, all stay. */
export async function deleteEarlier(own: string, clients: Clients): Promise<void> {
  const earlier = earlierThan(own, await caches.keys())
  if (earlier.length === 0) return
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const programs = await Promise.all(pages.map(programOf))
  if (programs.includes(null)) return
  for (const name of earlier) {
    const cache = await caches.open(name)
    const used = await Promise.all(programs.map((path) => cache.match(path ?? '')))
    if (used.every((found) => found === undefined)) await caches.delete(name)
  }
}

function programOf(page: Client): Promise<ProgramPath | null> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }: MessageEvent<ProgramPath>) => resolve(data)
    page.postMessage(whichProgram, [port2])
    setTimeout(() => resolve(null), patience)
  })
}
