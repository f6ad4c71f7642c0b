import { type FocusEvent, useEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { AddingMedia } from './use-add-media.ts'

/**
 * Decides when the upload dialog may close, and closes it shortly after everything was uploaded, unless the user is
 * typing a description. It may close while nothing is being read, staged or sent; slow uploads continue without it.
 * Spread `hold` on the element around the inputs.
 */
export function useCloseWhenDone({ uploads, problems, reading, staged }: AddingMedia, onEnd: () => void) {
  const [typing, setTyping] = useState(false)
  const ended = uploads.allDone && problems.length === 0 && !reading && !typing
  // biome-ignore lint/correctness/useExhaustiveDependencies: the delay starts when the upload ends, not on each render
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
