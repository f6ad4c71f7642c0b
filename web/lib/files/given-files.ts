import { useEffect, useRef } from 'react'

/** A file that is dropped beside what takes files would open in place of the app, and what was typed would be gone. */
export function keepDroppedFilesOut(): void {
  const refuse = (event: DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  }
  window.addEventListener('dragover', refuse)
  window.addEventListener('drop', refuse)
}

/** Files that are pasted: a screenshot, a picture out of another program. Text is left to what has the focus. */
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
