import { useEffect } from 'react'
import { useDraft } from '../draft-context.ts'

/** The field that has the focus is held: what somebody else answers there appears once the focus has left. */
export function useHeldField(): void {
  const draft = useDraft()
  useEffect(() => {
    let held = ''
    const take = (next: string) => {
      if (next === held) return
      const before = held
      held = next
      if (next) draft.hold(next)
      if (before) draft.letGo(before)
    }
    const come = ({ target }: FocusEvent) => take(answerAt(target))
    const leave = ({ relatedTarget }: FocusEvent) => {
      // Another window is in front: the cursor is still in the field, and so is the person's next word.
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

/** The answer whose input this is; '' where it is none. */
function answerAt(target: EventTarget | null): string {
  if (!(target instanceof Element) || !target.matches(inputs)) return ''
  const home = target.closest<HTMLElement>('[data-answer], [id^="field-"]')
  return home?.dataset.answer ?? home?.id.slice('field-'.length) ?? ''
}

const inputs = 'input, textarea, select'
