import { useEffect } from 'react'
import { useDraft } from '../draft-context.ts'

/** Holds the focused field: another user's answer to it is shown only after blur. */
export function useHoldFocusedField(): void {
  const draft = useDraft()
  useEffect(() => {
    let held = ''
    const take = (next: string) => {
      if (next === held) return
      const before = held
      held = next
      if (next) draft.hold(next)
      if (before) draft.releaseField(before)
    }
    const come = ({ target }: FocusEvent) => take(answerAt(target))
    const leave = ({ relatedTarget }: FocusEvent) => {
      // The window lost focus, but the caret is still in the field.
      if (document.hasFocus()) take(answerAt(relatedTarget))
    }
    document.addEventListener('focusin', come)
    document.addEventListener('focusout', leave)
    return () => {
      document.removeEventListener('focusin', come)
      document.removeEventListener('focusout', leave)
      take('')
    }
  }, [draft])
}

/** The id of the answer the input belongs to, or '' if there is none. */
function answerAt(target: EventTarget | null): string {
  if (!(target instanceof Element) || !target.matches(inputs)) return ''
  const home = target.closest<HTMLElement>('[data-answer], [id^="field-"]')
  return home?.dataset.answer ?? home?.id.slice('field-'.length) ?? ''
}

const inputs = 'input, textarea, select'
