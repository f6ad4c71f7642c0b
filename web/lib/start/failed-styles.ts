import { waitForNetwork } from './wait-for-network.ts'

/** Addresses of style sheets that failed to load. */
const failed = new Set<string>()
const coming = new Map<string, Promise<void>>()
let isReloading = false

/**
 * Reloads failed style sheets once the network is back. Vite's loader requests each only once, so the part
 * would otherwise render without styles.
 */
export function watchFailedStyles(): void {
  // Extensions add style sheets too.
  const own = `${location.origin}/assets/`
  const note = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement && target.rel === 'stylesheet')) return
    if (!target.href.startsWith(own)) return
    failed.add(target.href)
    target.remove()
    void reloadAll()
  }
  // Error events of links do not bubble; listen while capturing.
  window.addEventListener('error', note, true)
}

async function reloadAll(): Promise<void> {
  if (isReloading) return
  isReloading = true
  while (failed.size > 0) {
    // Remaining failures are retried.
    await reloadFailedStyles().catch(waitForNetwork)
  }
  isReloading = false
}

/**
 * Reloads failed style sheets before a part is retried. Rejects if the server is not reached. A part that did
 * not fail must not wait for this: it may be cached and need none of them.
 */
export async function reloadFailedStyles(): Promise<void> {
  await Promise.all([...failed].map(reloadOnce))
}

function reloadOnce(address: string): Promise<void> {
  const reloading = coming.get(address) ?? reload(address).finally(() => coming.delete(address))
  coming.set(address, reloading)
  return reloading
}

async function reload(address: string): Promise<void> {
  const answer = await fetch(address)
  if (answer.status >= 500) throw new TypeError('Failed to load a style sheet')
  // A file that an update removed does not return.
  if (answer.ok) await append(address)
  failed.delete(address)
}

function append(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.crossOrigin = ''
    link.href = address
    link.onload = () => resolve()
    link.onerror = () => reject(new TypeError('Failed to load a style sheet'))
    document.head.append(link)
  })
}
