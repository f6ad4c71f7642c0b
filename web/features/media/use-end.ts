import { type FocusEvent, useEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { AddingMedia } from './use-add-media.ts'

/**
 * Closing is allowed when nothing is on its way or waits to be given to it; uploads that take long go on without
 * the dialog. When all is on the server it goes by itself, a moment after the last check mark but never
 * from under somebody who types a description: `hold` goes around the fields.
 */
export function useEnd({ uploads, problems, reading, staged }: AddingMedia, onEnd: () => void) {
  const [typing, setTyping] = useState(false)
  const ended = uploads.allDone && problems.length === 0 && !reading && !typing
  // biome-ignore lint/correctness/useExhaustiveDependencies: the clock runs from the end of the upload, not from each drawing
  useEffect(() => {
    if (!ended) return
    const timer = setTimeout(onEnd, limits.uploadCloseDelay)
    return () => clearTimeout(timer)
  }, [ended])
  const mayClose = !reading && staged === 0 && (!uploads.running || uploads.slow)
  const hold = {
    onFocus: ({ target }: FocusEvent) => setTyping(target instanceof HTMLInputElement),
    onBlur: () => setTyping(false),
  }
  return { mayClose, hold }
}
