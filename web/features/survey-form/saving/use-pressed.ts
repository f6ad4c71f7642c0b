import { type RefObject, useEffect, useRef, useState } from 'react'

/** How long after the finger is lifted its click may come. */
const clickTime = 400

/**
 * What is shown as it was when the finger came down: what comes while it is on a button appears once it is lifted, so
 * that what is chosen is what was read.
 */
export function usePressed<Shown>(now: Shown): {
  readonly ref: RefObject<HTMLDivElement | null>
  shown: Shown
} {
  const ref = useRef<HTMLDivElement>(null)
  const latest = useRef(now)
  const [pressed, setPressed] = useState<{ readonly shown: Shown } | null>(null)
  useEffect(() => {
    latest.current = now
  })
  useEffect(() => {
    const note = ref.current
    let lifting: ReturnType<typeof setTimeout> | undefined
    const come = () => {
      clearTimeout(lifting)
      setPressed((before) => before ?? { shown: latest.current })
    }
    const go = () => {
      clearTimeout(lifting)
      lifting = setTimeout(() => setPressed(null), clickTime)
    }
    note?.addEventListener('pointerdown', come)
    for (const end of ends) window.addEventListener(end, go)
    return () => {
      clearTimeout(lifting)
      note?.removeEventListener('pointerdown', come)
      for (const end of ends) window.removeEventListener(end, go)
    }
  }, [])
  return { ref, shown: pressed?.shown ?? now }
}

const ends = ['pointerup', 'pointercancel'] as const
