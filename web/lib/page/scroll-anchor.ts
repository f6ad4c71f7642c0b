/** Milliseconds without scrolling before the page counts as at rest; momentum scrolling is left alone. */
const rest = 150
/** First probe below the screen's header, then further down until an element can be held. */
const firstProbe = 72
const probes = Array.from({ length: 12 }, (_, count) => firstProbe + count * 32)

const written =
  'textarea, select, input:not([type="checkbox"], [type="radio"], [type="button"], [type="file"], [type="range"])'
const readable = 'h1, h2, h3, h4, p, label, legend, li, tr, dt, dd, figure, img, button, a, input, textarea'
/**
 * Containers in which the field being edited keeps its position in every browser. Browsers' own anchoring
 * holds the topmost visible element, and nothing at the page's top.
 */
const anchored = '[data-anchored]'

/**
 * Keeps the element being edited or read in place while content above it changes height. Most browsers do so
 * once the page has been scrolled (`overflow-anchor`); Safari does not, and none does at the page's top.
 * Returns the cleanup function.
 */
export function anchorScrolling(): () => void {
  const byBrowser = CSS.supports('overflow-anchor', 'auto')
  let held: { readonly element: Element; readonly top: number; readonly scrolled: number } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Pressing something else ends editing, though a phone may keep the caret. */
  let isWriting = true

  function hold(): void {
    const element = elementToHold(byBrowser, isWriting)
    held = element && { element, top: topOf(element), scrolled: scrollY }
  }
  function waitForRest({ target }: Event): void {
    // Ignores our own scrolling and lists that scroll elsewhere.
    const moves = target === document ? held?.scrolled !== scrollY : isAround(target, held?.element)
    if (!moves) return
    held = null
    clearTimeout(timer)
    timer = setTimeout(hold, rest)
  }
  function reanchor(): void {
    clearTimeout(timer)
    hold()
  }
  function write(): void {
    isWriting = true
    reanchor()
  }
  function press({ target }: Event): void {
    isWriting = target === document.activeElement
    reanchor()
  }
  function correct(): void {
    // Skip if the user or other code has scrolled since.
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
  document.addEventListener('focusout', reanchor, { signal })
  document.addEventListener('input', ({ target }) => held?.element === target || write(), { signal })
  window.addEventListener('resize', reanchor, { signal })
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
  // Before measuring anything: this runs on every keystroke.
  if (!isReadingHeld && !field?.closest(anchored)) return null
  if (field && isInSight(field)) return field
  return isReadingHeld ? firstRead(main) : null
}

/** Returns the first element below the screen's header that is shorter than half the window. */
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
