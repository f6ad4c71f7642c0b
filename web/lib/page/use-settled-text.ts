import { useEffect, useRef, useState } from 'react'

/**
 * A text that is reported only when it stands still for `wait` milliseconds. What comes from outside (an
 * address that changed by 'back') replaces it, unless it is our own report coming home.
 * Gives the text, its setter, and a setter that reports at once.
 */
export function useSettledText(outside: string, wait: number, onSettled: (text: string) => void) {
  const [text, setText] = useState(outside)
  const [seen, setSeen] = useState(outside)
  const [sent, setSent] = useState(outside)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  if (outside !== seen) {
    setSeen(outside)
    if (outside !== sent) setText(outside)
  }
  function report(value: string) {
    clearTimeout(timer.current)
    setText(value)
    setSent(value)
    if (value !== outside) onSettled(value)
  }
  function type(value: string) {
    setText(value)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => latest.current(value), wait)
  }
  // The timer calls the report of the newest render, whose `outside` and `onSettled` are current.
  const latest = useRef(report)
  useEffect(() => {
    latest.current = report
  })
  return [text, type, report] as const
}
