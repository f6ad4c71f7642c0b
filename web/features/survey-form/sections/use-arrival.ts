import { useEffect } from 'react'
import { limits } from '#contract/limits.ts'
import { useLocation } from '#web/lib/page/router.tsx'
import { useWanted } from '../field-frame/wanted-field.ts'
import { headRoom } from '../head-room.ts'

/** How long a field that was searched for stays marked. */
const markTime = 2_500
/** How long what is drawn around it may still move it. */
const settleTime = 1_000
/** Frames to wait for what is still being drawn: a section of hundreds of fields takes a moment on an old phone. */
const patience = 180

/**
 * A link that leads to one field (`state.field`) brings it into sight, puts the cursor there and marks it for a
 * moment; one that jumps to a section or sub-section (`state.jump`) brings its head below the form's own.
 */
export function useArrival(): void {
  const { key } = useLocation()
  const { field, jump } = useWanted()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each time that a link was followed
  useEffect(() => {
    if (field) return whenThere(`field-${field}`, arriveAtField)
    if (jump) return whenThere(jump === 'section' ? 'section-title' : `part-${jump}`, arriveAtHead)
  }, [field, jump, key])
}

/** Whether a link leads to a field or a head here, which gets the focus. */
export function useIsLed(): boolean {
  const { field, jump } = useWanted()
  return field !== '' || jump !== ''
}

export function arriveAtField(found: HTMLElement): void {
  found.scrollIntoView({ block: 'center' })
  const target = found.matches('button')
    ? found
    : (found.querySelector<HTMLElement>(inputs) ?? found.querySelector<HTMLElement>(buttons))
  target?.focus({ preventScroll: true })
  found.dataset.found = 'true'
  setTimeout(() => found.removeAttribute('data-found'), markTime)
  hold(found)
}

const inputs = 'input:not([type="hidden"], [type="file"]), textarea, select'
/** Not the marks in the row of the label. */
const buttons = 'button:not([data-copied])'

function arriveAtHead(found: HTMLElement): void {
  const offset = Math.max(limits.sectionJumpOffset, headRoom() + 4)
  const top = found.getBoundingClientRect().top + window.scrollY - offset
  window.scrollTo({ top })
  const target = found.matches('[tabindex]') ? found : found.querySelector('button')
  target?.focus({ preventScroll: true })
  hold(found)
}

/**
 * Keeps it where it came to while what is near is drawn and gets its real height; until the person moves, whose
 * hand nothing is to pull at.
 */
function hold(found: HTMLElement): void {
  const at = found.getBoundingClientRect().top
  const end = performance.now() + settleTime
  let moved = false
  const letGo = () => {
    moved = true
  }
  for (const move of moves) window.addEventListener(move, letGo, { passive: true, once: true })
  const look = () => {
    const off = found.getBoundingClientRect().top - at
    if (!moved && found.isConnected && Math.abs(off) > 2) window.scrollBy(0, off)
    if (!moved && performance.now() < end) requestAnimationFrame(look)
    else for (const move of moves) window.removeEventListener(move, letGo)
  }
  requestAnimationFrame(look)
}

const moves = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** Arrives at the element now, or frame by frame once it is rendered; returns the way to stop looking. */
function whenThere(id: string, arrive: (found: HTMLElement) => void): () => void {
  let left = patience
  let frame = 0
  function look(): void {
    const found = document.getElementById(id)
    left -= 1
    if (found) arrive(found)
    else if (left > 0) frame = requestAnimationFrame(look)
  }
  look()
  return () => cancelAnimationFrame(frame)
}
