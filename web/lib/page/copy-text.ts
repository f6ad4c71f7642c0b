/**
 * Copies the text of a read-only field or element. Falls back to the old command where the clipboard API is
 * missing (no HTTPS) or refused. false = neither worked; the text stays selected.
 */
export async function copyText(shown: HTMLElement): Promise<boolean> {
  const isField = shown instanceof HTMLInputElement
  try {
    await navigator.clipboard.writeText(isField ? shown.value : (shown.textContent ?? ''))
    return true
  } catch {
    // Selected, the text can be copied by hand.
    if (isField) {
      shown.focus()
      shown.select()
    } else getSelection()?.selectAllChildren(shown)
    return document.execCommand('copy')
  }
}
