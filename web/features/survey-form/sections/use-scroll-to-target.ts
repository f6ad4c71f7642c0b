import { useEffect } from 'react'
import { limits } from '#contract/limits.ts'
import { useLocation } from '#web/lib/page/router.tsx'
import { useLinkTarget } from '../field-frame/link-target.ts'
import { headerHeight } from '../header-height.ts'

/** Milliseconds a search result stays highlighted. */
const markTime = 2_500
/** Milliseconds in which surrounding content may still shift the target. */
const holdTime = 1_000
/** Frames to wait for the target to render. A section of hundreds of fields is slow on an old phone. */
const maxFrames = 180

/**
 * Scrolls to the target of the followed link. A field (`state.field`) is focused and briefly highlighted; a section
 * or sub-section (`state.jump`) is placed below the form's header.
 */
export function useScrollToTarget(): void {
  const { key } = useLocation()
  const { field, jump } = useLinkTarget()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs each time a link is followed
  useEffect(() => {
    if (field) return whenRendered(`field-${field}`, scrollToField)
    if (jump) return whenRendered(jump === 'section' ? 'section-title' : `part-${jump}`, scrollToHeader)
  }, [field, jump, key])
}

/** Whether the followed link targets a field or header in this form, which then takes focus. */
export function useHasLinkTarget(): boolean {
  const { field, jump } = useLinkTarget()
  return field !== '' || jump !== ''
}

export function scrollToField(found: HTMLElement): void {
  found.scrollIntoView({ block: 'center' })
  const target = found.matches('button')
    ? found
    : (found.querySelector<HTMLElement>(inputs) ?? found.querySelector<HTMLElement>(buttons))
  target?.focus({ preventScroll: true })
  found.dataset.found = 'true'
  setTimeout(() => found.removeAttribute('data-found'), markTime)
  keepInPlace(found)
}

const inputs = 'input:not([type="hidden"], [type="file"]), textarea, select'
/** Excludes the marks in the label's row. */
const buttons = 'button:not([data-copied])'

function scrollToHeader(found: HTMLElement): void {
  const offset = Math.max(limits.sectionJumpOffset, headerHeight() + 4)
  const top = found.getBoundingClientRect().top + window.scrollY - offset
  window.scrollTo({ top })
  const target = found.matches('[tabindex]') ? found : found.querySelector('button')
  target?.focus({ preventScroll: true })
  keepInPlace(found)
}

/**
 * Keeps the element in place while content around it renders and gets its real height. Stops at the user's first
 * input, so it never works against their scrolling.
 */
function keepInPlace(found: HTMLElement): void {
  const at = found.getBoundingClientRect().top
  const end = performance.now() + holdTime
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

/** Calls `arrive` as soon as the element is rendered, checking once per frame. Returns a cancel function. */
function whenRendered(id: string, arrive: (found: HTMLElement) => void): () => void {
  let left = maxFrames
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
