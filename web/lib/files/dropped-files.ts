import { useEffect, useRef } from 'react'

/**
 * Ignores files dropped outside a drop zone. The browser would open them in place of the app and lose typed
 * text.
 */
export function ignoreDroppedFiles(): void {
  const refuse = (event: DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  }
  window.addEventListener('dragover', refuse)
  window.addEventListener('drop', refuse)
}

/** Handles pasted files, such as screenshots. Pasted text goes to the focused element. */
export function usePastedFiles(take: (files: readonly File[], target: EventTarget | null) => boolean): void {
  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (event.defaultPrevented || files.length === 0) return
      if (latest.current(files, event.target)) event.preventDefault()
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
}
