const inputs =
  '[id^="field-"] :is(input:not([type="file"]), textarea, select, button[data-main]):not([disabled])'

/** Moves the focus to the first input of the next field: what a scanner's Enter and a person's mean. */
export function focusNext(from: HTMLElement): void {
  const own = from.closest('[id^="field-"]')
  const next = [...document.querySelectorAll<HTMLElement>(inputs)].find(
    (one) =>
      !own?.contains(one) && (from.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  )
  next?.focus()
}
