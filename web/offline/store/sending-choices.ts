/** How this device sends. Of the device, not of an account: so is its contract for mobile data. */
export interface SendingChoices {
  /** When photos, videos, drawings and plans go: at any time, not over mobile data, or only by 'Send now'. */
  readonly media: 'always' | 'wifi' | 'by-hand'
  /** Pictures wait while anything without one can go. */
  readonly textFirst: boolean
}

/** What browsers say of their network, where they say anything. */
interface Connection extends EventTarget {
  readonly type?: string
  readonly saveData?: boolean
}

export const usualSending: SendingChoices = { media: 'always', textFirst: true }

const storageKey = 'sending-choices'
const listeners = new Set<() => void>()
let known: { readonly text: string | null; readonly choices: SendingChoices } | null = null

/** The same object until it changes. */
export function sendingChoices(): SendingChoices {
  const text = stored()
  if (known?.text !== text) known = { text, choices: read(text) }
  return known.choices
}

export function chooseSending(partial: Partial<SendingChoices>): void {
  const choices = { ...sendingChoices(), ...partial }
  const text = JSON.stringify(choices)
  try {
    localStorage.setItem(storageKey, text)
  } catch {
    // A browser that keeps nothing keeps the choice for as long as the page is open.
    unkept = text
  }
  for (const listener of listeners) listener()
}

/** Told of choices that were made in this tab or another, and of another network. */
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

/** Whether this browser can tell mobile data from Wi-Fi; where it cannot, 'wifi' would promise what nobody keeps. */
export function knowsConnection(): boolean {
  return typeof connection()?.type === 'string'
}

/** What is sent now costs: mobile data, or the person asked the browser to save. Unknown counts as free. */
export function isMetered(): boolean {
  const now = connection()
  return now?.type === 'cellular' || now?.saveData === true
}

let unkept: string | null = null

function stored(): string | null {
  try {
    return localStorage.getItem(storageKey) ?? unkept
  } catch {
    // A browser that stores nothing has it in memory.
    return unkept
  }
}

function read(text: string | null): SendingChoices {
  if (text === null) return usualSending
  try {
    const { media, textFirst } = JSON.parse(text) as Partial<Record<keyof SendingChoices, unknown>>
    return {
      media: media === 'wifi' || media === 'by-hand' ? media : 'always',
      textFirst: textFirst !== false,
    }
  } catch {
    // What is stored is no JSON: what is usual applies.
    return usualSending
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
