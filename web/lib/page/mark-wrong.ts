import { flushSync } from 'react-dom'

/**
 * Marks what is wrong in a form, and puts the focus on the first field that is. Both within the call: what is typed next
 * belongs into that field, however late the next frame comes.
 */
export function markWrong(form: HTMLElement | null, mark: () => void): void {
  flushSync(mark)
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}
