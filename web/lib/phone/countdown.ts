import { useEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'

/** Begins a countdown anew. Its end is kept in session storage, so that it survives a reload of the page. */
export function startCountdown(name: string, milliseconds: number = limits.resendCountdown): void {
  sessionStorage.setItem(keyOf(name), String(Date.now() + milliseconds))
  for (const listener of listeners) listener()
}

/** Who comes next waits for none of them. */
export function forgetCountdowns(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(keyOf(''))) sessionStorage.removeItem(key)
}

/** Seconds until the countdown ends, told anew each second; one that nobody began begins now. */
export function useCountdown(name: string): number {
  const [left, setLeft] = useState(() => secondsUntil(endOf(name), Date.now()))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    function tick() {
      clearTimeout(timer)
      const rest = endOf(name) - Date.now()
      setLeft(secondsUntil(endOf(name), Date.now()))
      // With the second's end and not each 1,000 ms: a timer that is late skips no figure.
      if (rest > 0) timer = setTimeout(tick, rest % 1000 || 1000)
    }
    listeners.add(tick)
    tick()
    return () => {
      listeners.delete(tick)
      clearTimeout(timer)
    }
  }, [name])
  return left
}

/** Whole seconds, the one that has begun included; never more than a countdown has, whatever the clock does. */
export function secondsUntil(end: number, now: number): number {
  const left = Math.ceil((end - now) / 1000)
  return Math.min(Math.max(left, 0), limits.resendCountdown / 1000)
}

/** 'mm:ss' */
export function minutesAndSeconds(seconds: number): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`
}

const listeners = new Set<() => void>()

function endOf(name: string): number {
  const kept = Number(sessionStorage.getItem(keyOf(name)))
  if (kept > 0) return kept
  const end = Date.now() + limits.resendCountdown
  sessionStorage.setItem(keyOf(name), String(end))
  return end
}

function keyOf(name: string): string {
  return `countdown/${name}`
}
