import { useEffect, useRef, useState } from 'react'
import type { MessageKey } from '#contract/messages/catalogue.ts'
import type { Position } from '#survey/fields/position.ts'

/** Satellites are found one after the other: what comes first is rarely the best. */
const improveFor = 12_000
/** Nobody needs it closer. */
const goodEnough = 5
const giveUpAfter = 30_000

export interface Finding {
  /** null while there is none. */
  readonly best: Position | null
}

export interface Locating {
  readonly finding: Finding | null
  readonly failure: MessageKey | null
  readonly start: () => void
  /** Takes the best so far. */
  readonly take: () => void
  readonly cancel: () => void
}

/** Asks the device where it is, for some seconds, and gives the best that it said. */
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

/** By the numbers of the browsers' interface. */
const reasons: Readonly<Record<number, MessageKey>> = {
  1: 'fields.positionRefused',
  2: 'fields.positionUnavailable',
  3: 'fields.positionTooLong',
}
