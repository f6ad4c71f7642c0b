import { useRef, useState } from 'react'
import { invite } from '#contract/admin/admin.ts'
import { call, newKey } from '#web/lib/http/call.ts'
import type { PlannedInvitation } from './read-invitations.ts'

/** `words`: why not, as the server said; `final`: it would say the same again. */
export type RowResult =
  | { readonly sent: true }
  | { readonly sent: false; readonly words: string; readonly final: boolean }

export interface FileInvitations {
  /** By the line in the file; lines that are not in it were not tried. */
  readonly results: ReadonlyMap<number, RowResult>
  readonly busy: boolean
  /** Those that can be sent and are not. */
  readonly left: readonly PlannedInvitation[]
  readonly send: () => Promise<void>
}

/**
 * One after the other, so that the file's end says the same as its beginning. What would meet the others too (no
 * network, the limit of an hour) ends the round; the next one goes on from there. A line has one key: it invites once.
 */
export function useFileInvitations(planned: readonly PlannedInvitation[]): FileInvitations {
  const [results, setResults] = useState<ReadonlyMap<number, RowResult>>(new Map())
  const [busy, setBusy] = useState(false)
  const keys = useRef(new Map<number, string>())
  const left = planned.filter(({ line, wrong }) => wrong === null && !isOver(results.get(line)))

  async function send() {
    setBusy(true)
    for (const { line, invitation } of left) {
      const key = keys.current.get(line) ?? newKey()
      keys.current.set(line, key)
      const result = await call(invite, { body: { data: { attributes: invitation } } }, { key })
      const outcome: RowResult = result.ok
        ? { sent: true }
        : { sent: false, words: result.message, final: result.status === 422 }
      setResults((before) => new Map(before).set(line, outcome))
      if (!isOver(outcome)) break
    }
    setBusy(false)
  }

  return { results, busy, left, send }
}

function isOver(result: RowResult | undefined): boolean {
  return result !== undefined && (result.sent || result.final)
}
