import { flushSync } from 'react-dom'

/** What is to be drawn when an element comes near. */
const waiting = new WeakMap<Element, () => void>()

/** One and a half screens ahead: a thumb does not scroll faster than that is drawn. */
const observer =
  typeof IntersectionObserver === 'undefined'
    ? null
    : new IntersectionObserver(
        (entries) => {
          for (const { isIntersecting, target } of entries) if (isIntersecting) comeNear(target)
        },
        { rootMargin: '150% 0px' },
      )

export function whenNear(element: Element, draw: () => void): () => void {
  waiting.set(element, draw)
  observer?.observe(element)
  return () => {
    waiting.delete(element)
    observer?.unobserve(element)
  }
}

/** Draws what an element stands for, if it stands for something. */
export function comeNear(element: Element | null): void {
  if (element) waiting.get(element)?.()
}

/**
 * Draws what a gap stands for, which gets its real height by that. What stands below a gap that begins above the screen
 * stays where it is: it is what is read, and a finger may just be coming down on it. A browser that anchors scrolling
 * does so only where the gap does not reach into the screen.
 */
export function inPlace(gap: Element, draw: () => void): void {
  const { top, bottom } = gap.getBoundingClientRect()
  const isHeld = bottom <= 0 && CSS.supports('overflow-anchor', 'auto')
  const below = !isHeld && top < 0 && bottom < innerHeight ? following(gap) : null
  if (!below) {
    draw()
    return
  }
  const { parentElement: list, previousElementSibling: first, nextElementSibling: last } = gap
  const before = below.getBoundingClientRect().top
  flushSync(draw)
  const drawn: HTMLElement[] = []
  let next = first ? first.nextElementSibling : list?.firstElementChild
  for (; next && next !== last; next = next.nextElementSibling)
    if (next instanceof HTMLElement) drawn.push(next)
  // Their real heights count at once, and not those that they have while nothing of them is seen.
  for (const { style } of drawn) style.setProperty('content-visibility', 'visible')
  if (below.isConnected) scrollBy(0, below.getBoundingClientRect().top - before)
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      for (const { style } of drawn) style.removeProperty('content-visibility')
    }),
  )
}

/** The next element that is drawn after this one, inside its parent or further out. */
function following(element: Element): Element | null {
  for (let at: Element | null = element; at; at = at.parentElement)
    for (let next = at.nextElementSibling; next; next = next.nextElementSibling)
      if (next.getClientRects().length > 0) return next
  return null
}

/** Puts the focus on the first input inside one of these elements, or on the last. */
export function focusInto(ids: readonly string[], last: boolean): void {
  for (const id of last ? ids.toReversed() : ids) {
    const inputs = document
      .getElementById(id)
      ?.querySelectorAll<HTMLElement>('input:not([type="file"]), textarea, select, button')
    const input = inputs?.[last ? inputs.length - 1 : 0]
    if (!input) continue
    input.focus()
    return
  }
}
