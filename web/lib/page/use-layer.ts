import { useEffect, useRef } from 'react'
import { Layers } from './layers.ts'

/** The layers of this page. */
export const layers = new Layers(window)

/** While `opened`, one step back closes the overlay. Dialogs get this from `ui/dialog.tsx`. */
export function useLayer(opened: boolean, onClose: () => void): void {
  const latest = useRef(onClose)
  latest.current = onClose
  useEffect(() => (opened ? layers.open({ close: () => latest.current() }) : undefined), [opened])
}
