import { type ProgramPath, whichProgram } from '#web/lib/worker-talk.ts'

interface File {
  readonly url: string
  readonly revision: string | null
}

const prefix = 'program-'
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

/** Earlier versions go once no page that is open was drawn from them; as long as one does not say, all stay. */
export async function dropLeftOver(clients: Clients, own: string): Promise<void> {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const programs = await Promise.all(pages.map(programOf))
  if (programs.includes(null)) return
  for (const name of await caches.keys()) {
    if (!name.startsWith(prefix) || name === own) continue
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
