import { Modal, type ModalProps } from '@mantine/core'
import { useEffect } from 'react'
import { say } from '#web/lib/say.ts'

/**
 * A dialog that is mounted while it is open. When it goes, the focus returns to what opened it, or to the
 * screen's heading where that is gone.
 */
export function Dialog(props: ModalProps) {
  useGiveBackFocus()
  return <Modal closeButtonProps={{ 'aria-label': say('common.close') }} {...props} />
}

/** For whatever is mounted while it is open. */
export function useGiveBackFocus(): void {
  useEffect(() => {
    const opener = document.activeElement
    return () => giveBack(opener)
  }, [])
}

function giveBack(opener: Element | null): void {
  // Whoever has the focus meanwhile keeps it; a dialog that follows takes it itself, a little later.
  if (document.activeElement && document.activeElement !== document.body) return
  const known = opener instanceof HTMLElement && opener.isConnected && opener !== document.body
  const target = known ? opener : document.querySelector<HTMLElement>('h1[tabindex="-1"]')
  target?.focus({ preventScroll: true })
}
