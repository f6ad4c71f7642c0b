import { type RefObject, useEffect, useRef, useState } from 'react'

/** Milliseconds between lifting the finger and its click event. */
const clickTime = 400

/** Freezes the shown value while a pointer is pressed inside `ref`, so a press always chooses what the user read. */
export function useFrozenWhilePressed<Shown>(now: Shown): {
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
