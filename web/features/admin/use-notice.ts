import { useEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'

/** What was done, said until the next thing is or for half a minute. */
export function useNotice(): [string, (text: string) => void] {
  const [notice, setNotice] = useState({ text: '' })
  useEffect(() => {
    if (notice.text === '') return
    const timer = setTimeout(() => setNotice({ text: '' }), limits.noticeClear)
    return () => clearTimeout(timer)
  }, [notice])
  return [notice.text, (text) => setNotice({ text })]
}
