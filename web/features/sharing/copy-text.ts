/**
 * Copies what a read-only field shows. Pages served without HTTPS have no clipboard API, older browsers
 * refuse it; selecting the field and the old command work there.
 */
export async function copyText(field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value)
    return true
  } catch {
    field.focus()
    field.select()
    return document.execCommand('copy')
  }
}
