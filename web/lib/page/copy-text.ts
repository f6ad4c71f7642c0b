/**
 * Copies what a read-only field or an element shows. Pages served without HTTPS have no clipboard API, older browsers
 * refuse it; selecting it and the old command work there. Where neither does, it stays selected (`false`).
 */
export async function copyText(shown: HTMLElement): Promise<boolean> {
  const isField = shown instanceof HTMLInputElement
  try {
    await navigator.clipboard.writeText(isField ? shown.value : (shown.textContent ?? ''))
    return true
  } catch {
    // Selected, it can be copied by hand.
    if (isField) {
      shown.focus()
      shown.select()
    } else getSelection()?.selectAllChildren(shown)
    return document.execCommand('copy')
  }
}
