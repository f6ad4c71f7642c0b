import { useEffect, useRef } from 'react'
import { Layers } from './layers.ts'

/** The layers of this page. */
export const layers = new Layers(window)

/** While it is opened, one step back closes it. For whatever lies above a screen; `ui/dialog.tsx` does it for dialogs. */
export function useLayer(opened: boolean, onClose: () => void): void {
  const latest = useRef(onClose)
  latest.current = onClose
  useEffect(() => (opened ? layers.open({ close: () => latest.current() }) : undefined), [opened])
}
