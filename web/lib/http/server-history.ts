import { historyHeader, wentBackHeader } from '#contract/history.ts'

/** Survives logging out, because the account's unsent work does. Contains no personal data. */
const nameOf = (account: string) => `server-history/${account}`

/** Points that did not fit into local storage; they last as long as the page. */
const unstored = new Map<string, string>()

/** Returns the last point of the server's history that this account saw on this device; null = none. */
export function seenHistory(account: string): string | null {
  return unstored.get(account) ?? localStorage.getItem(nameOf(account))
}

let rolledBack: (account: string) => Promise<void> = async () => undefined

/** Sets the handler for a restored server database. It completes before any reply is used. */
export function onServerRollback(handler: typeof rolledBack): void {
  rolledBack = handler
}

/**
 * Stores the server's history point from a reply's headers. If the server was restored from a backup,
 * resolves only after the rollback handler has marked local knowledge as doubtful.
 */
export async function noteServerHistory(account: string, headers: Pick<Headers, 'get'>): Promise<void> {
  const point = headers.get(historyHeader)
  if (!point) return
  const known = seenHistory(account)
  // Of several concurrent calls, only the first handles the rollback.
  if (headers.get(wentBackHeader) && known !== null && startOf(known) !== startOf(point)) {
    await rolledBack(account)
  }
  // Replies within one server epoch may arrive out of order.
  if (known === null || startOf(known) !== startOf(point) || writesOf(point) > writesOf(known))
    storePoint(account, point)
}

/** A full local storage must not turn replies into failures: nothing would ever be sent. */
function storePoint(account: string, point: string): void {
  try {
    localStorage.setItem(nameOf(account), point)
    unstored.delete(account)
  } catch {
    // This page remembers it; the next page reports an older point.
    unstored.set(account, point)
  }
}

function startOf(point: string): string {
  return point.split('.')[0] ?? ''
}

function writesOf(point: string): number {
  return Number(point.split('.')[1])
}
