import { useEffect, useState } from 'react'
import type { ReplyOf } from '#contract/endpoint.ts'
import { activeLink, generateLink, revokeAccess } from '#contract/sharing/sharing.ts'
import { call, newKey } from '#web/lib/http/call.ts'
import { shortDate } from '#web/lib/language/format.ts'
import { t } from '#web/lib/language/translate.ts'
import { currentSession } from '#web/lib/session/session.ts'

export type ShareLink = ReplyOf<typeof generateLink>['data']

export type LinkState =
  | { readonly at: 'loading' }
  | { readonly at: 'ready'; readonly link: ShareLink }
  /** Revoked or expired: there is no link until the owner creates one. */
  | { readonly at: 'ended'; readonly message: string }
  | { readonly at: 'failed'; readonly message: string }

/** The survey's active link; creates the first one. */
export function useShareLink(surveyId: string) {
  const [state, setState] = useState<LinkState>({ at: 'loading' })
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(newKey)

  useEffect(() => {
    const gone = new AbortController()
    setState({ at: 'loading' })
    // One idempotency key per opening: a retry after a lost reply returns the same link.
    void openLink(surveyId, attempt, gone.signal).then((next) => {
      if (!gone.signal.aborted) setState(next)
    })
    return () => gone.abort()
  }, [surveyId, attempt])

  const change = async (make: () => Promise<LinkState>) => {
    setBusy(true)
    setFailure(null)
    const next = await make()
    setBusy(false)
    if (next.at === 'failed') setFailure(next.message)
    else setState(next)
    return next.at !== 'failed'
  }

  return {
    state,
    busy,
    failure,
    retry: () => setAttempt(newKey()),
    forgetFailure: () => setFailure(null),
    generate: (endsAt: string | null) => change(() => newLink(surveyId, endsAt)),
    revoke: () => change(() => endLink(surveyId)),
  }
}

async function openLink(surveyId: string, key: string, signal: AbortSignal): Promise<LinkState> {
  // Guests use this call too, so it needs the owner's token explicitly.
  const token = currentSession()?.token
  const found = await call(
    activeLink,
    { query: { user_survey_id: surveyId } },
    { signal, ...(token && { token }) },
  )
  if (!found.ok) return { at: 'failed', message: found.message }
  if (found.reply.data.link) return { at: 'ready', link: found.reply.data.link }
  const endedAt = found.reply.data.ended_at
  if (endedAt) return { at: 'ended', message: t('sharing.endedOn', { date: shortDate(endedAt) }) }
  if (signal.aborted) return { at: 'loading' }
  return newLink(surveyId, null, { key, signal })
}

async function newLink(
  surveyId: string,
  endsAt: string | null,
  options: { key?: string; signal?: AbortSignal } = {},
): Promise<LinkState> {
  const body = { link_share_id: surveyId, ...(endsAt !== null && { ends_at: endsAt }) }
  const result = await call(generateLink, { body }, options)
  return result.ok ? { at: 'ready', link: result.reply.data } : { at: 'failed', message: result.message }
}

async function endLink(surveyId: string): Promise<LinkState> {
  const result = await call(revokeAccess, { body: { link_share_id: surveyId } })
  return result.ok
    ? { at: 'ended', message: result.reply.data.message }
    : { at: 'failed', message: result.message }
}
