import { flushSync } from 'react-dom'

/** Callbacks that render a gap, by its element. */
const waiting = new WeakMap<Element, () => void>()

/** Renders one and a half screens ahead of fast scrolling. */
const observer =
  typeof IntersectionObserver === 'undefined'
    ? null
    : new IntersectionObserver(
        (entries) => {
          for (const { isIntersecting, target } of entries) if (isIntersecting) renderGap(target)
        },
        { rootMargin: '150% 0px' },
      )

export function renderWhenNear(element: Element, draw: () => void): () => void {
  waiting.set(element, draw)
  observer?.observe(element)
  return () => {
    waiting.delete(element)
    observer?.unobserve(element)
  }
}

/** Renders the gap behind this element, if it is one. */
export function renderGap(element: Element | null): void {
  if (element) waiting.get(element)?.()
}

/**
 * Renders a gap's items, which then get their real heights. If the gap begins above the screen, the content below it
 * keeps its position, because the user may be reading or about to press it. Browsers anchor scrolling only for gaps
 * that end above the screen.
 */
export function renderInPlace(gap: Element, draw: () => void): void {
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
  // Use real heights immediately instead of the estimates for off-screen items.
  for (const { style } of drawn) style.setProperty('content-visibility', 'visible')
  if (below.isConnected) scrollBy(0, below.getBoundingClientRect().top - before)
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      for (const { style } of drawn) style.removeProperty('content-visibility')
    }),
  )
}

/** The next rendered element after this one, in its parent or an ancestor. */
function following(element: Element): Element | null {
  for (let at: Element | null = element; at; at = at.parentElement)
    for (let next = at.nextElementSibling; next; next = next.nextElementSibling)
      if (next.getClientRects().length > 0) return next
  return null
}

/** Focuses the first or the last input inside these elements. */
export function focusInputIn(ids: readonly string[], last: boolean): void {
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
