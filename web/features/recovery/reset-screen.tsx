import { Skeleton, Stack } from '@mantine/core'
import { useEffect, useState } from 'react'
import { resetPassword } from '#contract/accounts/accounts.ts'
import { checkResetLink } from '#contract/accounts/recovery.ts'
import { byField, call, type Failure } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { useLocation, useNavigate } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { EntryPage } from '#web/ui/entry-page.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { checkReset, type Passwords } from './check-passwords.ts'
import { endRecovery } from './end-recovery.ts'
import { NewPasswordForm } from './new-password-form.tsx'
import { storeRecoveryError } from './recovery-storage.ts'
import { tokenIn } from './token-in.ts'

/** Opened by the emailed link. Moves the token from the URL to the history state at once. */
export function ResetScreen() {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const inAddress = new URLSearchParams(search).get('token')
  const token = inAddress ?? tokenIn(state)
  const { check, again } = useLinkCheck(token)
  useTitle(t('recovery.newTitle'))
  useEffect(() => {
    if (inAddress !== null)
      navigate('/passwords/forgot_password', { replace: true, state: { token: inAddress } })
  }, [inAddress, navigate])
  const over = token === null ? t('recovery.linkOver') : check.is === 'over' ? check.message : null
  useEffect(() => {
    if (over === null) return
    storeRecoveryError(over)
    navigate('/passwords', { replace: true })
  }, [over, navigate])

  async function send({ password, confirm }: Passwords): Promise<Failure | null> {
    const attributes = { token: token ?? '', new_password: password, confirm_password: confirm }
    const result = await call(resetPassword, { body: { data: { attributes } } })
    if (!result.ok) return result
    endRecovery(result.reply.data.id)
    await navigate('/passwords/reset_confirmation', {
      replace: true,
      state: { email: result.reply.data.attributes.email },
    })
    return null
  }
  function giveUp(message: string) {
    storeRecoveryError(message)
    navigate('/passwords', { replace: true })
  }
  return (
    <EntryPage title={t('recovery.newTitle')}>
      {check.is === 'failed' && <ErrorState text={check.message} onRetry={again} />}
      {check.is === 'good' && (
        <NewPasswordForm
          labels={{ password: t('accounts.newPassword'), confirm: t('accounts.confirmNewPassword') }}
          check={checkReset}
          send={send}
          onOver={giveUp}
        />
      )}
      {(check.is === 'waiting' || check.is === 'over') && <Shape />}
    </EntryPage>
  )
}

/** A placeholder of the form's size. */
function Shape() {
  return (
    <Stack gap="md" role="status" aria-label={t('common.loading')}>
      <Skeleton height={68} />
      <Skeleton height={68} />
      <Skeleton height={116} />
      <Skeleton height={42} />
    </Stack>
  )
}

type LinkCheck =
  | { readonly is: 'waiting' | 'good' }
  /** The server rejected the token. */
  | { readonly is: 'over'; readonly message: string }
  /** The server was unreachable. */
  | { readonly is: 'failed'; readonly message: string }

/** Checks whether the token is still valid, without using it up. */
function useLinkCheck(token: string | null): { check: LinkCheck; again: () => void } {
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
