import { historyHeader, wentBackHeader } from '#contract/history.ts'

/** Stays when the account logs out, since work of it may stay on the device; it says nothing of the person. */
const nameOf = (account: string) => `server-history/${account}`

/** Points that a full local storage did not take: they last as long as the page. */
const unstored = new Map<string, string>()

/** How far the server's history had come when this account last heard of it on this device; null = never. */
export function seenHistory(account: string): string | null {
  return unstored.get(account) ?? localStorage.getItem(nameOf(account))
}

let rolledBack: (account: string) => Promise<void> = async () => undefined

/** What is to be done, before anything makes use of an answer, where the server's data were put back. Set at the start. */
export function onServerRollback(handler: typeof rolledBack): void {
  rolledBack = handler
}

/**
 * Takes in what an answer tells of the server's history. Where the server's data were put back, it resolves only when
 * the device has noted that what it knows of the server is in doubt, and before anything makes use of the answer.
 */
export async function noteServerHistory(account: string, headers: Pick<Headers, 'get'>): Promise<void> {
  const point = headers.get(historyHeader)
  if (!point) return
  const known = seenHistory(account)
  // Of several calls that were under way at once the first has done it.
  if (headers.get(wentBackHeader) && known !== null && startOf(known) !== startOf(point)) {
    await rolledBack(account)
  }
  // Answers of one start may come in any order.
  if (known === null || startOf(known) !== startOf(point) || writesOf(point) > writesOf(known))
    keepPoint(account, point)
}

/** A full local storage must not turn every answer into an unreached server: nothing would ever be sent. */
function keepPoint(account: string, point: string): void {
  try {
    localStorage.setItem(nameOf(account), point)
    unstored.delete(account)
  } catch {
    // The page remembers it; the next page asks the server from an older point.
    unstored.set(account, point)
  }
}

function startOf(point: string): string {
  return point.split('.')[0] ?? ''
}

function writesOf(point: string): number {
  return Number(point.split('.')[1])
}
