import { Drawer, type DrawerProps, Modal, type ModalProps } from '@mantine/core'
import { useEffect, useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { headingOf, isNowhere, lastControl, remember } from '#web/lib/page/focus-keeper.ts'
import { useNoSecondTap } from '#web/lib/page/second-tap.ts'
import { useLayer } from '#web/lib/page/use-layer.ts'

interface Layered {
  /** It is what the address shows: one step back leads away from it by itself. */
  readonly ownAddress?: boolean
}

/**
 * One step back closes it. Gives the focus back by itself: the library's way knows nothing of a button that was disabled
 * while it was pressed.
 */
export function Dialog({ ownAddress = false, ...props }: ModalProps & Layered) {
  useLayer(props.opened && !ownAddress, props.onClose)
  useGiveBackFocus(props.opened)
  useNoSecondTap(props.opened)
  const opens = useOpens(props.opened)
  if (opens === null) return null
  return <Modal {...props} closeButtonProps={closing(props)} opened={opens} returnFocus={false} />
}

export function SideDialog({ ownAddress = false, ...props }: DrawerProps & Layered) {
  useLayer(props.opened && !ownAddress, props.onClose)
  useGiveBackFocus(props.opened)
  useNoSecondTap(props.opened)
  const opens = useOpens(props.opened)
  if (opens === null) return null
  return <Drawer {...props} closeButtonProps={closing(props)} opened={opens} returnFocus={false} />
}

/** The button that closes it often lies where the one was that opened it. */
function closing({ closeButtonProps }: Pick<ModalProps, 'closeButtonProps'>) {
  return { 'aria-label': t('common.close'), 'data-final': true, ...closeButtonProps }
}

/**
 * null = it was never open: a closed one of the library is drawn twice, and before the first picture. The first time it
 * comes closed and opens right after, so that it fades in as at any other time.
 */
function useOpens(opened: boolean): boolean | null {
  const [wasOpened, setWasOpened] = useState(opened)
  useEffect(() => {
    if (opened) setWasOpened(true)
  }, [opened])
  return wasOpened ? opened : opened ? false : null
}

/** What opened it has the focus once it is closed, or the screen's heading where that is gone. */
export function useGiveBackFocus(opened = true): void {
  useEffect(() => {
    if (!opened) return
    const opener = lastControl()
    return () => giveBack(opener)
  }, [opened])
}

function giveBack(opener: HTMLElement | null): void {
  // Whoever has the focus meanwhile keeps it; a dialog that follows takes it itself, a little later.
  if (!isNowhere() && !document.activeElement?.closest('[role="dialog"]')) return
  const give = () => {
    const back = opener?.isConnected ? opener : headingOf()
    back?.focus({ preventScroll: true })
    // A window in the background reports no focus, and a dialog that follows would not know its opener.
    remember(back)
  }
  give()
  // What was behind it may not be in reach before the dialog is gone.
  requestAnimationFrame(() => isNowhere() && give())
}
