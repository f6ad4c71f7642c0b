import { type ProgramPath, whichProgram } from '#web/lib/start/worker-messages.ts'

export interface File {
  readonly url: string
  readonly revision: string | null
}

const prefix = 'version-'
/**
 * What the first apps called theirs. Their worker drops whatever is called so and is not its own, also what the version
 * that is about to follow it has brought: hence another name.
 */
const firstPrefix = 'program-'
/** So long a page may take to say which version it is of; a frozen one never does. */
const patience = 3_000

/** The cache of a version, named after all of its files. */
export function nameOfVersion(files: readonly File[]): string {
  let hash = 0xcbf29ce484222325n
  for (const letter of JSON.stringify(files)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(letter.codePointAt(0) ?? 0)) * 0x100000001b3n)
  }
  return prefix + hash.toString(36)
}

/** The versions that came before this one; a browser tells caches in the order in which they were made. */
export function earlierThan(own: string, names: readonly string[]): readonly string[] {
  const versions = names.filter((name) => name.startsWith(prefix) || name.startsWith(firstPrefix))
  return versions.slice(0, Math.max(0, versions.indexOf(own)))
}

/**
 * Whether the version that followed has dropped this one: an old page may still ask its worker to look after its files,
 * which would make an empty cache behind that of the newer one.
 */
export function wasDropped(own: string, names: readonly string[]): boolean {
  return !names.includes(own) && names.some((name) => name.startsWith(prefix))
}

/** Earlier versions go once no page that is open was drawn from them; as long as one does not say, all stay. */
export async function dropEarlier(own: string, clients: Clients): Promise<void> {
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
