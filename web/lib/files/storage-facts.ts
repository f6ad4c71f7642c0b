import { isSafari } from '../start/is-safari.ts'

/** The browser's report on the app's storage and its durability. */
export interface StorageFacts {
  /** The browser never evicts this storage by itself. null = not supported. */
  readonly persisted: boolean | null
  /** The reply to the last request for persistent storage. null = not requested yet. */
  readonly answer: 'granted' | 'denied' | null
  /** Bytes, as estimated by the browser. null = unknown. */
  readonly usage: number | null
  readonly quota: number | null
  /** Opened from the home screen or desktop as an installed app. */
  readonly installed: boolean
  /** A private window, where detectable: storage is deleted when it closes. */
  readonly private: boolean
  /** The browser denies this page any storage. */
  readonly refused: boolean
  /** The whole program is cached: every screen opens offline. */
  readonly programKept: boolean
  /** Safari deletes a page's storage after seven days without a visit, unless the app is installed. */
  readonly clearedWhenUnused: boolean
}

const key = 'storage-answer'

export async function readStorageFacts(): Promise<StorageFacts> {
  const [persisted, { usage, quota }, hidden, refused, programKept] = await Promise.all([
    isPersisted(),
    storageEstimate(),
    isPrivate(),
    isRefused(),
    isAppCached(),
  ])
  const installed = isInstalled()
  const clearedWhenUnused = isSafari() && !installed && persisted !== true
  return {
    persisted,
    answer: lastPersistReply(),
    usage,
    quota,
    installed,
    private: hidden,
    refused,
    programKept,
    clearedWhenUnused,
  }
}

/** Returns the reply to the last request for persistent storage. */
export function lastPersistReply(): StorageFacts['answer'] {
  const kept = localStorage.getItem(key)
  return kept === 'granted' || kept === 'denied' ? kept : null
}

/** Requests persistent storage and stores the reply. null = not supported. */
export async function askToPersist(): Promise<boolean | null> {
  // No reply means not persistent.
  const persisted = await navigator.storage?.persist?.().catch(() => null)
  if (typeof persisted !== 'boolean') return null
  localStorage.setItem(key, persisted ? 'granted' : 'denied')
  return persisted
}

/** Whether the browser prompts the user; other browsers decide by themselves. */
export function promptsForPersistence(): boolean {
  return /firefox\//i.test(navigator.userAgent) && Boolean(navigator.storage?.persist)
}

async function isPersisted(): Promise<boolean | null> {
  // No reply means not persistent.
  return (await navigator.storage?.persisted?.().catch(() => null)) ?? null
}

/** Returns bytes used and available. */
export async function storageEstimate(): Promise<Pick<StorageFacts, 'usage' | 'quota'>> {
  // null is shown as unknown.
  const estimate = await navigator.storage?.estimate?.().catch(() => null)
  return { usage: estimate?.usage ?? null, quota: estimate?.quota ?? null }
}

function isInstalled(): boolean {
  const standalone = 'standalone' in navigator && navigator.standalone === true
  return standalone || matchMedia('(display-mode: standalone)').matches
}

/** Firefox and Safari deny private windows the file system API. Other browsers are not detectable. */
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
      // A browser without IndexedDB stores nothing.
      resolve(true)
    }
  })
}

/** Whether the app itself opens offline on this device. */
export async function isAppCached(): Promise<boolean> {
  // No reply means the app is not cached.
  const known = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  if (!known?.active) return false
  // A browser may evict the cached files but keep the worker.
  const page = await caches
    .match('/index.html', { ignoreSearch: true, ignoreVary: true })
    .catch(() => undefined)
  return page !== undefined
}
