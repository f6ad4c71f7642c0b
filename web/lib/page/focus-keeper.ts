const controls = 'a[href], button, input, select, textarea, summary, [tabindex]'
/** Never what would bring a keyboard up onto a phone's screen. */
const pressed =
  'a[href], button:not(:disabled), summary, :is([type="checkbox"], [type="radio"]):not(:disabled)'
/** Dialogs give the focus back by themselves, and new screens take it: they come first. */
const othersFirst = 60

let last: HTMLElement | null = null

/** What has the focus or was pressed since: Safari gives the focus to no button that is pressed with a finger or mouse. */
export function lastControl(): HTMLElement | null {
  return last
}

/** Nothing has the focus: a screen reader would begin at the top of the page. */
export function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

/**
 * Where the page takes the focus from a control by itself, it comes back: to the same one that could not be used for a
 * while, and beside one that is gone.
 */
export function keepFocus(): void {
  document.addEventListener('focusin', ({ target }) => remember(target))
  document.addEventListener('click', ({ target }) => remember(target), true)
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    // Only once the change that it comes from is complete can be seen whether somebody has left a control that is there.
    if (!relatedTarget)
      queueMicrotask(() => isUsable(target) && target === last && isNowhere() && remember(null))
  })
  new MutationObserver(lookFor).observe(document, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled'],
  })
}

/** Makes a control the one that has the focus or was pressed last. */
export function remember(target: EventTarget | null): void {
  last = target instanceof Element ? target.closest<HTMLElement>(controls) : null
}

function isUsable(target: EventTarget | null): boolean {
  return target instanceof Element && target.isConnected && !target.matches(':disabled')
}

function lookFor(changes: readonly MutationRecord[]): void {
  const lost = last
  if (!lost || !isNowhere()) return
  if (lost.isConnected) {
    const enabled = changes.some(({ type, target }) => type === 'attributes' && target.contains(lost))
    if (enabled && isUsable(lost) && !isBehindDialog(lost)) lost.focus({ preventScroll: true })
    return
  }
  const gone = changes.findLast(({ removedNodes }) => [...removedNodes].some((node) => node.contains(lost)))
  if (!gone) return
  setTimeout(() => {
    if (isNowhere() && last === lost) placeOf(gone)?.focus({ preventScroll: true })
  }, othersFirst)
}

function isBehindDialog(element: Element): boolean {
  const dialog = [...document.querySelectorAll('[aria-modal="true"]')].at(-1)
  return dialog !== undefined && !dialog.contains(element)
}

/** What stands where something was: the next, the one before, something around them, or the screen's heading. */
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

/** Of the screen, or of the part of it that is drawn. */
export function headingOf(): HTMLElement | null {
  return document.querySelector<HTMLElement>(':is(h1, h2)[tabindex="-1"]')
}
