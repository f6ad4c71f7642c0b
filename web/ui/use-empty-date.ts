import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'

/**
 * For a browser's own input of a date: marks it while it holds nothing, not even half a date. WebKit paints today into
 * an empty one, which looks as if it had been chosen (`global.css` hides that).
 */
export function useEmptyDate(): {
  readonly ref: RefObject<HTMLInputElement | null>
  readonly mark: () => void
} {
  const ref = useRef<HTMLInputElement>(null)
  const mark = useCallback(() => {
    const input = ref.current
    if (input) input.dataset.empty = String(input.value === '' && !input.validity.badInput)
  }, [])
  useLayoutEffect(mark)
  return { ref, mark }
}
