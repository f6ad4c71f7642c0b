import { Drawer, type DrawerProps, Modal, type ModalProps } from '@mantine/core'
import { useEffect } from 'react'
import { headingOf, isNowhere, lastControl } from '#web/lib/focus-keeper.ts'
import { say } from '#web/lib/say.ts'

/** Gives the focus back by itself: the library's way knows nothing of a button that was disabled while it was pressed. */
export function Dialog(props: ModalProps) {
  useGiveBackFocus(props.opened)
  return <Modal closeButtonProps={{ 'aria-label': say('common.close') }} {...props} returnFocus={false} />
}

export function SideDialog(props: DrawerProps) {
  useGiveBackFocus(props.opened)
  return <Drawer closeButtonProps={{ 'aria-label': say('common.close') }} {...props} returnFocus={false} />
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
  const give = () => (opener?.isConnected ? opener : headingOf())?.focus({ preventScroll: true })
  give()
  // What was behind it may not be in reach before the dialog is gone.
  requestAnimationFrame(() => isNowhere() && give())
}
