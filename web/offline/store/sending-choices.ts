/** How this device sends. Per device, not per account, because mobile data plans are. */
export interface SendingChoices {
  /**
   * When photos, videos, drawings and plans are sent: any time, not over mobile data, or only after 'Send
   * now'.
   */
  readonly media: 'always' | 'wifi' | 'by-hand'
  /** Pictures wait while entries without pictures can be sent. */
  readonly textFirst: boolean
}

/** The browser's network information, where it exists. */
interface Connection extends EventTarget {
  readonly type?: string
  readonly saveData?: boolean
}

export const defaultSendingChoices: SendingChoices = { media: 'always', textFirst: true }

const storageKey = 'sending-choices'
const listeners = new Set<() => void>()
let known: { readonly text: string | null; readonly choices: SendingChoices } | null = null

/** Returns the same object until the choices change. */
export function sendingChoices(): SendingChoices {
  const text = stored()
  if (known?.text !== text) known = { text, choices: read(text) }
  return known.choices
}

export function setSendingChoices(partial: Partial<SendingChoices>): void {
  const choices = { ...sendingChoices(), ...partial }
  const text = JSON.stringify(choices)
  try {
    localStorage.setItem(storageKey, text)
  } catch {
    // If the browser can't store it, the choice lasts while the page is open.
    unkept = text
  }
  for (const listener of listeners) listener()
}

/** Reports choices made in any tab, and network changes. */
export function onSendingChange(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('storage', changedElsewhere)
    connection()?.addEventListener?.('change', publishChoices)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    window.removeEventListener('storage', changedElsewhere)
    connection()?.removeEventListener?.('change', publishChoices)
  }
}

/** Whether this browser can tell mobile data from Wi-Fi. If not, 'wifi' could not be guaranteed. */
export function canDetectConnection(): boolean {
  return typeof connection()?.type === 'string'
}

/** Whether sending now costs money: mobile data, or data saver is on. Unknown counts as free. */
export function isMetered(): boolean {
  const now = connection()
  return now?.type === 'cellular' || now?.saveData === true
}

let unkept: string | null = null

function stored(): string | null {
  try {
    return localStorage.getItem(storageKey) ?? unkept
  } catch {
    // A browser that blocks storage has the choice in memory.
    return unkept
  }
}

function read(text: string | null): SendingChoices {
  if (text === null) return defaultSendingChoices
  try {
    const { media, textFirst } = JSON.parse(text) as Partial<Record<keyof SendingChoices, unknown>>
    return {
      media: media === 'wifi' || media === 'by-hand' ? media : 'always',
      textFirst: textFirst !== false,
    }
  } catch {
    // Not valid JSON: use the defaults.
    return defaultSendingChoices
  }
}

function connection(): Connection | undefined {
  return (globalThis.navigator as (Navigator & { readonly connection?: Connection }) | undefined)?.connection
}

function changedElsewhere({ key }: StorageEvent): void {
  if (key === null || key === storageKey) publishChoices()
}

function publishChoices(): void {
  for (const listener of listeners) listener()
}
