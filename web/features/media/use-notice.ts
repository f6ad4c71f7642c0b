import { useEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'

/** A short word that goes by itself. The same word said again stays its whole time. */
export function useNotice(): [string, (text: string) => void] {
  const [notice, setNotice] = useState({ text: '' })
  useEffect(() => {
    if (notice.text === '') return
    const timer = setTimeout(() => setNotice({ text: '' }), limits.removedNotice)
    return () => clearTimeout(timer)
  }, [notice])
  return [notice.text, (text) => setNotice({ text })]
}
