import { Drawer, type DrawerProps, Modal, type ModalProps } from '@mantine/core'
import { useEffect, useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { hasNoFocus, headingOf, lastControl, recordFocus } from '#web/lib/page/focus-keeper.ts'
import { useNoSecondTap } from '#web/lib/page/second-tap.ts'
import { useLayer } from '#web/lib/page/use-layer.ts'

interface Layered {
  /** The dialog has its own address, so one step back already leaves it. */
  readonly ownAddress?: boolean
}

/**
 * A dialog that one step back closes. Restores the focus itself, because the library ignores a button that
 * was disabled while pressed.
 */
export function Dialog({ ownAddress = false, ...props }: ModalProps & Layered) {
  useLayer(props.opened && !ownAddress, props.onClose)
  useRestoreFocus(props.opened)
  useNoSecondTap(props.opened)
  const opens = useOpens(props.opened)
  if (opens === null) return null
  return <Modal {...props} closeButtonProps={closing(props)} opened={opens} returnFocus={false} />
}

export function SideDialog({ ownAddress = false, ...props }: DrawerProps & Layered) {
  useLayer(props.opened && !ownAddress, props.onClose)
  useRestoreFocus(props.opened)
  useNoSecondTap(props.opened)
  const opens = useOpens(props.opened)
  if (opens === null) return null
  return <Drawer {...props} closeButtonProps={closing(props)} opened={opens} returnFocus={false} />
}

/** The close button often appears where the opening button was. */
function closing({ closeButtonProps }: Pick<ModalProps, 'closeButtonProps'>) {
  return { 'aria-label': t('common.close'), 'data-final': true, ...closeButtonProps }
}

/**
 * Whether to open; null = never opened, and not rendered: Mantine renders a closed dialog twice before the
 * first paint. The first time, it mounts closed and then opens, so that it fades in.
 */
function useOpens(opened: boolean): boolean | null {
  const [wasOpened, setWasOpened] = useState(opened)
  useEffect(() => {
    if (opened) setWasOpened(true)
  }, [opened])
  return wasOpened ? opened : opened ? false : null
}

/** After closing, focuses the opener, or the screen's heading if the opener is gone. */
export function useRestoreFocus(opened = true): void {
  useEffect(() => {
    if (!opened) return
    const opener = lastControl()
    return () => restoreFocus(opener)
  }, [opened])
}

function restoreFocus(opener: HTMLElement | null): void {
  // Keep a focus that moved elsewhere; a following dialog takes the focus a little later.
  if (!hasNoFocus() && !document.activeElement?.closest('[role="dialog"]')) return
  const restore = () => {
    const back = opener?.isConnected ? opener : headingOf()
    back?.focus({ preventScroll: true })
    // A background window reports no focus, and a following dialog would not know its opener.
    recordFocus(back)
  }
  restore()
  // Elements behind the dialog may not be focusable until it is gone.
  requestAnimationFrame(() => hasNoFocus() && restore())
}
