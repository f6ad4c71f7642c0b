import { isSafari } from '../start/is-safari.ts'

/** What this browser says about the room that the app has on this device, and how sure that room is. */
export interface StorageFacts {
  /** The browser has promised to clear nothing by itself. null = it cannot promise. */
  readonly persisted: boolean | null
  /** What the browser answered when it was asked to promise. null = not asked yet. */
  readonly answer: 'granted' | 'denied' | null
  /** Bytes, as the browser counts them. null = it does not say. */
  readonly usage: number | null
  readonly quota: number | null
  /** Opened as an app of its own, from the home screen or the desktop. */
  readonly installed: boolean
  /** A private window, as far as that can be told: what is kept goes when it is closed. */
  readonly private: boolean
  /** The browser keeps nothing at all for this page. */
  readonly refused: boolean
  /** The whole program is on the device: every screen opens without network. */
  readonly programKept: boolean
  /** Safari clears what a page keeps after seven days without a visit, unless the app is installed. */
  readonly clearedWhenUnused: boolean
}

const key = 'storage-answer'

export async function readStorageFacts(): Promise<StorageFacts> {
  const [persisted, { usage, quota }, hidden, refused, programKept] = await Promise.all([
    isPersisted(),
    room(),
    isPrivate(),
    isRefused(),
    isProgramKept(),
  ])
  const installed = isInstalled()
  const clearedWhenUnused = isSafari() && !installed && persisted !== true
  return {
    persisted,
    answer: storageAnswer(),
    usage,
    quota,
    installed,
    private: hidden,
    refused,
    programKept,
    clearedWhenUnused,
  }
}

/** What the browser answered the last time it was asked to promise. */
export function storageAnswer(): StorageFacts['answer'] {
  const kept = localStorage.getItem(key)
  return kept === 'granted' || kept === 'denied' ? kept : null
}

/** Asks the browser to clear nothing by itself, and remembers what it said. null = it cannot promise. */
export async function askToPersist(): Promise<boolean | null> {
  // A browser that does not answer promises nothing.
  const persisted = await navigator.storage?.persist?.().catch(() => null)
  if (typeof persisted !== 'boolean') return null
  localStorage.setItem(key, persisted ? 'granted' : 'denied')
  return persisted
}

/** Whether the browser puts the question to the person; the others decide by themselves. */
export function browserAsks(): boolean {
  return /firefox\//i.test(navigator.userAgent) && Boolean(navigator.storage?.persist)
}

async function isPersisted(): Promise<boolean | null> {
  // A browser that does not answer promises nothing.
  return (await navigator.storage?.persisted?.().catch(() => null)) ?? null
}

/** Bytes that are used and that there may be. */
export async function room(): Promise<Pick<StorageFacts, 'usage' | 'quota'>> {
  // null is shown as not known.
  const estimate = await navigator.storage?.estimate?.().catch(() => null)
  return { usage: estimate?.usage ?? null, quota: estimate?.quota ?? null }
}

function isInstalled(): boolean {
  const standalone = 'standalone' in navigator && navigator.standalone === true
  return standalone || matchMedia('(display-mode: standalone)').matches
}

/** Firefox and Safari refuse a private window its own files. Others do not tell. */
export async function isPrivate(): Promise<boolean> {
  if (!navigator.storage?.getDirectory) return false
  return navigator.storage.getDirectory().then(
    () => false,
    () => true,
  )
}

function isRefused(): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      const asked = indexedDB.open('fieldbook-probe')
      asked.onerror = () => resolve(true)
      asked.onsuccess = () => {
        asked.result.close()
        indexedDB.deleteDatabase('fieldbook-probe')
        resolve(false)
      }
    } catch {
      // A browser without a store is one that keeps nothing.
      resolve(true)
    }
  })
}

/** Whether the app itself opens without network on this device. */
export async function isProgramKept(): Promise<boolean> {
  // A browser that does not answer has not stored the app.
  const known = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  if (!known?.active) return false
  // A browser may have thrown its files away and kept the worker.
  const page = await caches
    .match('/index.html', { ignoreSearch: true, ignoreVary: true })
    .catch(() => undefined)
  return page !== undefined
}
