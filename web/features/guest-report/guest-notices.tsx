import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react'
import { limits } from '#contract/limits.ts'
import { t } from '#web/lib/language/translate.ts'
import { useLayer } from '#web/lib/page/use-layer.ts'
import classes from './guest-dialog.module.css'

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

interface Props {
  readonly title: string
  readonly children: ReactNode
  /** Absent: the dialog is the whole page and cannot be closed. */
  readonly onClose?: () => void
}

/** A native modal dialog: it must open even if loading code fails. */
function GuestDialog({ title, children, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useLayer(onClose !== undefined, () => onClose?.())
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className={classes.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
    >
      <h2 id={titleId} className={classes.title}>
        {title}
      </h2>
      {children}
    </dialog>
  )
}
