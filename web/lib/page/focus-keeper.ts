const controls = 'a[href], button, input, select, textarea, summary, [tabindex]'
/** Excludes text fields, because focusing one opens a phone's keyboard. */
const pressed =
  'a[href], button:not(:disabled), summary, :is([type="checkbox"], [type="radio"]):not(:disabled)'
/** Milliseconds; dialogs and new screens set the focus by themselves and come first. */
const othersFirst = 60

let last: HTMLElement | null = null

/** Returns the control last focused or pressed. Safari does not focus a button that is tapped or clicked. */
export function lastControl(): HTMLElement | null {
  return last
}

/** Whether nothing has focus, so that a screen reader would start at the top of the page. */
export function hasNoFocus(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

/**
 * Restores focus that a page change removed: to the same control once it is enabled again, or next to a
 * removed one.
 */
export function restoreLostFocus(): void {
  document.addEventListener('focusin', ({ target }) => recordFocus(target))
  document.addEventListener('click', ({ target }) => recordFocus(target), true)
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    // Whether the user moved focus away from an existing control is known only after the DOM change
    // completes.
    if (!relatedTarget)
      queueMicrotask(() => isUsable(target) && target === last && hasNoFocus() && recordFocus(null))
  })
  new MutationObserver(lookFor).observe(document, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled'],
  })
}

/** Records a control as the last focused or pressed. */
export function recordFocus(target: EventTarget | null): void {
  last = target instanceof Element ? target.closest<HTMLElement>(controls) : null
}

function isUsable(target: EventTarget | null): boolean {
  return target instanceof Element && target.isConnected && !target.matches(':disabled')
}

function lookFor(changes: readonly MutationRecord[]): void {
  const lost = last
  if (!lost || !hasNoFocus()) return
  if (lost.isConnected) {
    const enabled = changes.some(({ type, target }) => type === 'attributes' && target.contains(lost))
    if (enabled && isUsable(lost) && !isBehindDialog(lost)) lost.focus({ preventScroll: true })
    return
  }
  const gone = changes.findLast(({ removedNodes }) => [...removedNodes].some((node) => node.contains(lost)))
  if (!gone) return
  setTimeout(() => {
    if (hasNoFocus() && last === lost) placeOf(gone)?.focus({ preventScroll: true })
  }, othersFirst)
}

function isBehindDialog(element: Element): boolean {
  const dialog = [...document.querySelectorAll('[aria-modal="true"]')].at(-1)
  return dialog !== undefined && !dialog.contains(element)
}

/**
 * Returns the focus target next to a removed node: next sibling, previous, ancestor, or the screen's heading.
 */
function placeOf({ nextSibling, previousSibling, target }: MutationRecord): HTMLElement | null {
  for (const sibling of [nextSibling, previousSibling]) {
    const found = firstIn(sibling)
    if (found) return found
  }
  for (let around: Node | null = target; around; around = around.parentNode) {
    if (!(around instanceof HTMLElement) || around.matches('main, #root, body')) break
    const found = firstIn(around)
    if (found) return found
  }
  return headingOf()
}

function firstIn(node: Node | null): HTMLElement | null {
  if (!(node instanceof HTMLElement) || !node.isConnected) return null
  const all = [node, ...node.querySelectorAll<HTMLElement>(pressed)]
  return all.find((one) => one.matches(pressed) && one.getClientRects().length > 0) ?? null
}

/** Returns the heading of the screen or of its rendered part. */
export function headingOf(): HTMLElement | null {
  return document.querySelector<HTMLElement>(':is(h1, h2)[tabindex="-1"]')
}
