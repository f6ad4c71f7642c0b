import { Button } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { limits } from '#contract/limits.ts'
import { t } from '#web/lib/language/translate.ts'
import classes from './guest-dialog.module.css'
import { GuestDialog } from './guest-dialog.tsx'

export function ExpiredNotice() {
  return (
    <GuestDialog title={t('sharing.expired')}>
      <p>{t('guests.expiredNote')}</p>
    </GuestDialog>
  )
}

/** Replaces a report that failed to load. */
export function FailedNotice({
  message,
  onRetry,
  onClose,
}: {
  message: string
  onRetry: () => void
  /** Absent: there is no page behind the dialog. */
  onClose?: () => void
}) {
  return (
    <GuestDialog title={t('guests.loadFailed')} {...(onClose && { onClose })}>
      <p>{message}</p>
      <div className={classes.actions}>
        {onClose && (
          <Button variant="default" onClick={onClose}>
            {t('common.close')}
          </Button>
        )}
        <Button onClick={onRetry}>{t('common.retry')}</Button>
      </div>
    </GuestDialog>
  )
}

/** Closes after five seconds. */
export function FileErrorNotice({ message, onClose }: { message: string; onClose: () => void }) {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const timer = setTimeout(() => close(), limits.fileErrorPopup)
    return () => clearTimeout(timer)
  }, [])
  return (
    <GuestDialog title={t('reports.fileError')} onClose={onClose}>
      <p>{message}</p>
      <div className={classes.actions}>
        <Button onClick={onClose}>{t('common.close')}</Button>
      </div>
    </GuestDialog>
  )
}
