/** A page that still moves by a finger's push is left alone, and so is the first moment after it. */
const rest = 150
/** Below what a screen's head covers, and then further down until there is something to hold on to. */
const firstProbe = 72
const probes = Array.from({ length: 12 }, (_, count) => firstProbe + count * 32)

const written =
  'textarea, select, input:not([type="checkbox"], [type="radio"], [type="button"], [type="file"], [type="range"])'
const readable = 'h1, h2, h3, h4, p, label, legend, li, tr, dt, dd, figure, img, button, a, input, textarea'
/**
 * On what is marked so, a field that somebody writes in stays in its place in every browser: where they anchor, it is what
 * stands highest on the screen, which something may come below, and nothing at the page's top.
 */
const anchored = '[data-anchored]'

/**
 * What somebody writes in or reads stays in its place on the screen while what stands above it gets higher or lower:
 * a notice comes, a part that was not drawn gets its height, somebody else adds a room. Most browsers do so by
 * themselves once a page has been scrolled (`overflow-anchor`); Safari does not, and none does at the page's top.
 * Gives what ends it.
 */
export function anchorScrolling(): () => void {
  const byBrowser = CSS.supports('overflow-anchor', 'auto')
  let held: { readonly element: Element; readonly top: number; readonly scrolled: number } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Whoever presses something else does not write, though a phone may leave the caret where it is. */
  let isWriting = true

  function hold(): void {
    const element = elementToHold(byBrowser, isWriting)
    held = element && { element, top: topOf(element), scrolled: scrollY }
  }
  function waitForRest({ target }: Event): void {
    // What was scrolled here, to keep something in its place, is no push, nor is a list that scrolls somewhere else.
    const moves = target === document ? held?.scrolled !== scrollY : isAround(target, held?.element)
    if (!moves) return
    held = null
    clearTimeout(timer)
    timer = setTimeout(hold, rest)
  }
  function holdAnew(): void {
    clearTimeout(timer)
    hold()
  }
  function write(): void {
    isWriting = true
    holdAnew()
  }
  function press({ target }: Event): void {
    isWriting = target === document.activeElement
    holdAnew()
  }
  function correct(): void {
    // Somebody has scrolled since, or something that knows better where it wants to be.
    if (held?.element.isConnected && held.scrolled === scrollY) {
      const moved = topOf(held.element) - held.top
      if (Math.abs(moved) >= 1) scrollBy({ top: moved, behavior: 'instant' })
    }
    if (held) hold()
  }

  const watch = new ResizeObserver(correct)
  watch.observe(document.body)
  const end = new AbortController()
  const { signal } = end
  document.addEventListener('scroll', waitForRest, { capture: true, passive: true, signal })
  document.addEventListener('pointerdown', press, { capture: true, passive: true, signal })
  document.addEventListener('focusin', write, { signal })
  document.addEventListener('focusout', holdAnew, { signal })
  document.addEventListener('input', ({ target }) => held?.element === target || write(), { signal })
  window.addEventListener('resize', holdAnew, { signal })
  hold()
  return () => {
    watch.disconnect()
    clearTimeout(timer)
    end.abort()
  }
}

function elementToHold(byBrowser: boolean, isWriting: boolean): Element | null {
  const main = document.getElementById('main')
  if (!main) return null
  const active = isWriting ? document.activeElement : null
  const field = active?.matches(written) && main.contains(active) ? active : null
  const isReadingHeld = !byBrowser && scrollY > 0
  // Before anything is measured: where nothing is held this is asked with each letter.
  if (!isReadingHeld && !field?.closest(anchored)) return null
  if (field && isInSight(field)) return field
  return isReadingHeld ? firstRead(main) : null
}

/** The first thing below the screen's head that is not so high that what changes may be within it. */
function firstRead(main: HTMLElement): Element | null {
  const { left, width } = main.getBoundingClientRect()
  for (const y of probes) {
    const found = document.elementFromPoint(left + width / 2, y)?.closest(readable)
    if (found && main.contains(found) && found.getBoundingClientRect().height < innerHeight / 2) return found
  }
  return null
}

function isAround(target: EventTarget | null, element: Element | undefined): boolean {
  return element !== undefined && target !== element && target instanceof Element && target.contains(element)
}

function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}

function topOf(element: Element): number {
  return element.getBoundingClientRect().top
}
