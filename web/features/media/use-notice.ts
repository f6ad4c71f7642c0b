import { useEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'

/** A short notice that disappears after a while. Showing the same text again restarts the time. */
export function useNotice(): [string, (text: string) => void] {
  const [notice, setNotice] = useState({ text: '' })
  useEffect(() => {
    if (notice.text === '') return
    const timer = setTimeout(() => setNotice({ text: '' }), limits.removedNotice)
    return () => clearTimeout(timer)
  }, [notice])
  return [notice.text, (text) => setNotice({ text })]
}
