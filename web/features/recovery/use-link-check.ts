import { useEffect, useState } from 'react'
import { checkResetLink } from '#contract/accounts/recovery.ts'
import { byField, call } from '#web/lib/http/call.ts'

export type LinkCheck =
  | { readonly is: 'waiting' | 'good' }
  /** The server rejected the token. */
  | { readonly is: 'over'; readonly message: string }
  /** The server was unreachable. */
  | { readonly is: 'failed'; readonly message: string }

/** Checks whether the token is still valid, without using it up. */
export function useLinkCheck(token: string | null): { check: LinkCheck; again: () => void } {
  const [check, setCheck] = useState<LinkCheck>({ is: 'waiting' })
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round retries
  useEffect(() => {
    if (token === null) return
    const ended = new AbortController()
    call(checkResetLink, { query: { token } }, { signal: ended.signal }).then((result) => {
      if (ended.signal.aborted) return
      if (result.ok) return setCheck({ is: 'good' })
      const { token: over } = byField(result)
      setCheck(over ? { is: 'over', message: over } : { is: 'failed', message: result.message })
    })
    return () => ended.abort()
  }, [token, round])
  function again() {
    setCheck({ is: 'waiting' })
    setRound(round + 1)
  }
  return { check, again }
}
