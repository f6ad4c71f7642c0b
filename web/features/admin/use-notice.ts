import { useEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'

/** A success message that clears after half a minute or when the next one replaces it. */
export function useNotice(): [string, (text: string) => void] {
  const [notice, setNotice] = useState({ text: '' })
  useEffect(() => {
    if (notice.text === '') return
    const timer = setTimeout(() => setNotice({ text: '' }), limits.noticeClear)
    return () => clearTimeout(timer)
  }, [notice])
  return [notice.text, (text) => setNotice({ text })]
}
