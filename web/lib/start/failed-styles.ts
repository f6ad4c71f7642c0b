import { networkMayBeBack } from './network-may-be-back.ts'

/** Addresses of the style sheets that the page asked for in vain. */
const failed = new Set<string>()
const coming = new Map<string, Promise<void>>()
let isMending = false

/**
 * Brings style sheets that could not be had once the network is back, whichever part of the app asked for them. Vite's
 * loader asks for each only once: the part would be drawn without its styles the next time.
 */
export function mendStyles(): void {
  // Extensions have style sheets, too.
  const own = `${location.origin}/assets/`
  const note = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement && target.rel === 'stylesheet')) return
    if (!target.href.startsWith(own)) return
    failed.add(target.href)
    target.remove()
    void mend()
  }
  // Such an event does not bubble, but is seen on its way down.
  window.addEventListener('error', note, true)
}

async function mend(): Promise<void> {
  if (isMending) return
  isMending = true
  while (failed.size > 0) {
    // What still does not come is asked for again.
    await bringFailedStyles().catch(networkMayBeBack)
  }
  isMending = false
}

/**
 * Before a part is asked for once more that failed, perhaps for want of one of them. Rejects where the server is not
 * reached. A part that has not failed does not wait for it: it may be on the device, and need none of them.
 */
export async function bringFailedStyles(): Promise<void> {
  await Promise.all([...failed].map(bringOnce))
}

function bringOnce(address: string): Promise<void> {
  const bringing = coming.get(address) ?? bring(address).finally(() => coming.delete(address))
  coming.set(address, bringing)
  return bringing
}

async function bring(address: string): Promise<void> {
  const answer = await fetch(address)
  if (answer.status >= 500) throw new TypeError('Failed to load a style sheet')
  // What an update took away does not come back.
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
