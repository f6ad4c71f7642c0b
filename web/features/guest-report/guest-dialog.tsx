import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useLayer } from '#web/lib/page/use-layer.ts'
import classes from './guest-dialog.module.css'

interface Props {
  readonly title: string
  readonly children: ReactNode
  /** Absent: the dialog is the whole page and cannot be closed. */
  readonly onClose?: () => void
}

/** A native modal dialog: it must open even if loading code fails. */
export function GuestDialog({ title, children, onClose }: Props) {
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
