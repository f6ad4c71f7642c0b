import { useEffect, useRef, useState } from 'react'
import { pendingChanges } from './pending-changes.ts'

/**
 * A text that is reported after `wait` milliseconds without typing. An outside value (the address changed by
 * 'back') replaces it, unless it is an own report. Returns the text, its setter, and a setter that reports at
 * once.
 */
export function useDebouncedText(outside: string, wait: number, onChange: (text: string) => void) {
  const [text, setText] = useState(outside)
  const [seen, setSeen] = useState(outside)
  const [reported, setReported] = useState<readonly string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  if (outside !== seen) {
    setSeen(outside)
    const left = pendingChanges(reported, outside)
    setReported(left ?? [])
    if (!left) setText(outside)
  }
  function report(value: string) {
    clearTimeout(timer.current)
    setText(value)
    if (value === (reported.at(-1) ?? outside)) return
    setReported((before) => [...before, value])
    onChange(value)
  }
  function type(value: string) {
    setText(value)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => latest.current(value), wait)
  }
  // The timer calls the newest render's report, whose `outside` and `onChange` are current.
  const latest = useRef(report)
  useEffect(() => {
    latest.current = report
  })
  return [text, type, report] as const
}
