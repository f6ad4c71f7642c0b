import { useEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'

/** Starts or restarts a countdown. Its end is in session storage, so it survives a reload. */
export function startCountdown(name: string, milliseconds: number = limits.resendCountdown): void {
  sessionStorage.setItem(keyOf(name), String(Date.now() + milliseconds))
  for (const listener of listeners) listener()
}

/** Removes all countdowns, so that they don't affect the next account. */
export function forgetCountdowns(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(keyOf(''))) sessionStorage.removeItem(key)
}

/** Returns the seconds left, updated each second; starts the countdown if it isn't running. */
export function useCountdown(name: string): number {
  const [left, setLeft] = useState(() => secondsUntil(endOf(name), Date.now()))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    function tick() {
      clearTimeout(timer)
      const rest = endOf(name) - Date.now()
      setLeft(secondsUntil(endOf(name), Date.now()))
      // Aligned to full seconds instead of every 1,000 ms, so that a late timer skips no number.
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

/** Returns whole seconds, rounded up, and never more than a full countdown, even if the clock changes. */
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
