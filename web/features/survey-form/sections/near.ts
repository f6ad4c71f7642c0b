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

/** Where the browser does not hold what is read in its place while something above it gets its real height. */
export function inPlace(draw: () => void): void {
  if (CSS.supports('overflow-anchor', 'auto')) {
    draw()
    return
  }
  const anchor = document.elementFromPoint(innerWidth / 2, innerHeight / 2)
  const before = anchor?.getBoundingClientRect().top
  flushSync(draw)
  if (anchor?.isConnected && before !== undefined) scrollBy(0, anchor.getBoundingClientRect().top - before)
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
