import { useRef, useState } from 'react'
import { invite } from '#contract/admin/admin.ts'
import { call, newKey } from '#web/lib/http/call.ts'
import type { PlannedInvitation } from './read-invitations.ts'

/** `words`: the server's message; `final`: a retry would fail again. */
export type RowResult =
  | { readonly sent: true }
  | { readonly sent: false; readonly words: string; readonly final: boolean }

export interface FileInvitations {
  /** Results by line number. Lines without a result were not sent yet. */
  readonly results: ReadonlyMap<number, RowResult>
  readonly busy: boolean
  /** Valid rows that are not sent and may be retried. */
  readonly left: readonly PlannedInvitation[]
  readonly send: () => Promise<void>
}

/**
 * Sends invitations one at a time. A failure that would affect every row (no network, rate limit) stops the
 * run; the next run resumes there. Each line keeps its idempotency key, so it invites once.
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
