/** Text in a number field of this device that isn't a number. */
export interface UnreadNumber {
  readonly survey: string
  readonly text: string
  /** The answer's stored value. */
  readonly behind: string
}

type OfAccount = Readonly<Record<string, UnreadNumber>>

/** Contains the account, because logout deletes keys by account. */
const keyOf = (account: string) => `unread:${account}`
/** Maximum number of texts per account; the oldest are dropped. */
const keptMost = 200

/** Used while the page is open if the browser stores nothing. */
const memory = new Map<string, OfAccount>()

/**
 * Saves text that isn't a number. It is no answer, so it is neither sent nor reported. It is stored by answer
 * id in the same step as the keystroke, so that a reload shows it again.
 */
export function keepUnread(account: string, answer: string, unread: UnreadNumber | null): void {
  const { [answer]: before, ...others } = unreadOf(account)
  if (unread === null && before === undefined) return
  const all = Object.entries(unread === null ? others : { ...others, [answer]: unread })
  put(account, Object.fromEntries(all.slice(-keptMost)))
}

/** Returns the texts by answer id. */
export function unreadOf(account: string): OfAccount {
  try {
    const text = localStorage.getItem(keyOf(account))
    return text === null ? (memory.get(account) ?? {}) : (JSON.parse(text) as OfAccount)
  } catch {
    // A browser that blocks storage has them in memory.
    return memory.get(account) ?? {}
  }
}

function put(account: string, all: OfAccount): void {
  memory.delete(account)
  try {
    if (Object.keys(all).length === 0) localStorage.removeItem(keyOf(account))
    else localStorage.setItem(keyOf(account), JSON.stringify(all))
  } catch {
    // No room: keep them in memory while the page is open.
    memory.set(account, all)
    forget(account)
  }
}

/** Removes an older text, so that it doesn't replace the one in memory later. */
function forget(account: string): void {
  try {
    localStorage.removeItem(keyOf(account))
  } catch {
    // Storage is blocked, so nothing was stored.
  }
}
