/** What was typed into a number field of this device and is no number. */
export interface UnreadNumber {
  readonly survey: string
  readonly text: string
  /** The answer that stood, and stands, behind it. */
  readonly behind: string
}

type OfAccount = Readonly<Record<string, UnreadNumber>>

/** With the account in its name: logging out drops it. */
const keyOf = (account: string) => `unread:${account}`
/** Old ones go, so that surveys which nobody opens again leave no more than this. */
const keptMost = 200

/** Where the browser keeps nothing: as long as the page is open. */
const memory = new Map<string, OfAccount>()

/**
 * What is no number is no answer: it goes to no server and into no report. It stays on this device by the answer's id,
 * written in one step with the key that made it, so that a page that is closed or loaded anew shows it again.
 */
export function keepUnread(account: string, answer: string, unread: UnreadNumber | null): void {
  const { [answer]: before, ...others } = unreadOf(account)
  if (unread === null && before === undefined) return
  const all = Object.entries(unread === null ? others : { ...others, [answer]: unread })
  put(account, Object.fromEntries(all.slice(-keptMost)))
}

/** By the answers' ids. */
export function unreadOf(account: string): OfAccount {
  try {
    const text = localStorage.getItem(keyOf(account))
    return text === null ? (memory.get(account) ?? {}) : (JSON.parse(text) as OfAccount)
  } catch {
    // A browser that stores nothing has them in memory.
    return memory.get(account) ?? {}
  }
}

function put(account: string, all: OfAccount): void {
  memory.delete(account)
  try {
    if (Object.keys(all).length === 0) localStorage.removeItem(keyOf(account))
    else localStorage.setItem(keyOf(account), JSON.stringify(all))
  } catch {
    // Without room they stay in memory while the page is open.
    memory.set(account, all)
    forget(account)
  }
}

/** What is older must not come back in place of what there was no room for. */
function forget(account: string): void {
  try {
    localStorage.removeItem(keyOf(account))
  } catch {
    // It was never there.
  }
}
