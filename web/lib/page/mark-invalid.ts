import { flushSync } from 'react-dom'

/**
 * Marks a form's invalid fields and focuses the first. Synchronous, so that the next keystroke lands in that
 * field.
 */
export function markInvalid(form: HTMLElement | null, mark: () => void): void {
  flushSync(mark)
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}
