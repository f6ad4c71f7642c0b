import { useCallback, useState } from 'react'

const listeners = new WeakMap<Element, (near: boolean) => void>()

/** One and a half screens ahead, so that content is ready when scrolled to. */
const observer =
  typeof IntersectionObserver === 'undefined'
    ? null
    : new IntersectionObserver(
        (entries) => {
          for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting)
        },
        { rootMargin: '150% 0px' },
      )

/** Whether an element is in or near the viewport. */
export function useNearViewport(): readonly [
  ref: (element: Element | null) => (() => void) | undefined,
  near: boolean,
] {
  const [near, setNear] = useState(observer === null)
  const ref = useCallback((element: Element | null) => {
    if (!element || !observer) return undefined
    listeners.set(element, setNear)
    observer.observe(element)
    return () => {
      listeners.delete(element)
      observer.unobserve(element)
    }
  }, [])
  return [ref, near]
}
