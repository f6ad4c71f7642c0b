import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'

/**
 * Marks an empty date input, one without even a partial date. WebKit shows today's date in it as if it were
 * chosen (`global.css` hides that).
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
