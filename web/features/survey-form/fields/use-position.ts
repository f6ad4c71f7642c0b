import { useEffect, useRef, useState } from 'react'
import type { MessageKey } from '#contract/messages/catalogue.ts'
import type { Position } from '#survey/fields/position.ts'

/**
 * Milliseconds to wait for a better position. The first one is rarely accurate, because the device finds satellites
 * one by one.
 */
const improveFor = 12_000
/** Accuracy in meters that ends the search. */
const goodEnough = 5
const giveUpAfter = 30_000

export interface Finding {
  /** null until a position is found. */
  readonly best: Position | null
}

export interface Locating {
  readonly finding: Finding | null
  readonly failure: MessageKey | null
  readonly start: () => void
  /** Accepts the best position so far. */
  readonly take: () => void
  readonly cancel: () => void
}

/** Searches for the device's position for some seconds and returns the most accurate one. */
export function usePosition(onFound: (found: Position) => void): Locating {
  const [finding, setFinding] = useState<Finding | null>(null)
  const [failure, setFailure] = useState<MessageKey | null>(null)
  const running = useRef<Search | null>(null)
  useEffect(() => () => running.current?.stop(), [])

  function end(): void {
    running.current?.stop()
    running.current = null
    setFinding(null)
  }
  function take(): void {
    const best = running.current?.best ?? null
    end()
    if (best) onFound(best)
  }
  function fail(reason: MessageKey): void {
    if (running.current?.best) {
      take()
      return
    }
    end()
    setFailure(reason)
  }
  function start(): void {
    end()
    setFailure(null)
    if (!('geolocation' in navigator)) {
      setFailure('fields.positionUnavailable')
      return
    }
    setFinding({ best: null })
    running.current = search({ onBest: (best) => setFinding({ best }), onEnd: take, onFailure: fail })
  }
  return { finding, failure, start, take, cancel: end }
}

interface Search {
  best: Position | null
  stop(): void
}

interface SearchHandlers {
  readonly onBest: (best: Position) => void
  readonly onEnd: () => void
  readonly onFailure: (reason: MessageKey) => void
}

function search({ onBest, onEnd, onFailure }: SearchHandlers): Search {
  const found: Search = { best: null, stop }
  let end = setTimeout(() => onFailure('fields.positionTooLong'), giveUpAfter)
  const watch = navigator.geolocation.watchPosition(
    ({ coords: { latitude, longitude, accuracy } }) => {
      const first = found.best === null
      if (!first && accuracy >= (found.best?.accuracy ?? Number.POSITIVE_INFINITY)) return
      found.best = { latitude, longitude, accuracy: Math.max(1, Math.round(accuracy)) }
      onBest(found.best)
      if (accuracy <= goodEnough) return onEnd()
      if (!first) return
      clearTimeout(end)
      end = setTimeout(onEnd, improveFor)
    },
    ({ code }) => onFailure(reasons[code] ?? 'fields.positionUnavailable'),
    { enableHighAccuracy: true, maximumAge: 0, timeout: giveUpAfter },
  )
  function stop(): void {
    clearTimeout(end)
    navigator.geolocation.clearWatch(watch)
  }
  return found
}

/** Messages by `GeolocationPositionError.code`. */
const reasons: Readonly<Record<number, MessageKey>> = {
  1: 'fields.positionRefused',
  2: 'fields.positionUnavailable',
  3: 'fields.positionTooLong',
}
