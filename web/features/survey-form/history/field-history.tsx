import { IconHistory } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { isAnswerable } from '#survey/fields/registry.ts'
import { t } from '#web/lib/language/translate.ts'
import { useItemState } from '#web/offline/outbox/survey-states.ts'
import { useAnswer, useDraft, useMayEdit } from '../draft-context.ts'
import classes from './field-history.module.css'
import { HistoryDialog } from './history-dialog.tsx'

/** The focused field: its element and its answer's id. */
interface FocusedField {
  readonly element: Element
  readonly answer: string
}

/** A button to the focused field's earlier values. One button serves all fields and follows the focus. */
export function FieldHistory() {
  const mayEdit = useMayEdit()
  const at = useFocusedField()
  const [shown, setShown] = useState<string | null>(null)
  if (!mayEdit) return null
  return (
    <>
      {at && <HistoryButton key={at.answer} at={at} onOpen={setShown} />}
      {shown !== null && <HistoryDialog answerId={shown} onClose={() => setShown(null)} />}
    </>
  )
}

/** Opens the focused field's history; null if it has none. */
let openFocused: (() => void) | null = null

/** Opens the focused field's history and returns focus to the field afterwards. */
export function openHistory(): void {
  openFocused?.()
}

function HistoryButton({ at, onOpen }: { at: FocusedField; onOpen: (answer: string) => void }) {
  const draft = useDraft()
  const answer = useAnswer(at.answer)
  const state = useItemState(draft.account, draft.survey.id, at.answer)
  // Revision 1 only replaced an empty answer. While an answer is unsent, the sync mark takes this place.
  const isThere = answer !== undefined && answer.revision > 1 && isAnswerable(answer.field)
  const offered = isThere && (state === null || state === 'on the server') && at.element.isConnected
  useEffect(() => {
    if (!offered) return
    openFocused = () => onOpen(at.answer)
    return () => {
      openFocused = null
    }
  }, [offered, onOpen, at.answer])
  if (!offered) return null
  const label = t('form.historyOf', { name: answer.field.name })
  // Not in the tab order: Tab moves between fields, and a shortcut opens the history.
  return createPortal(
    <button
      type="button"
      tabIndex={-1}
      className={classes.button}
      aria-label={label}
      title={label}
      aria-haspopup="dialog"
      onClick={() => onOpen(at.answer)}
    >
      <IconHistory size={18} stroke={1.75} aria-hidden />
    </button>,
    at.element,
  )
}

/** The field that last had focus. Kept when focus leaves all fields, as after a press on the page. */
function useFocusedField(): FocusedField | null {
  const [at, setAt] = useState<FocusedField | null>(null)
  useEffect(() => {
    const come = ({ target }: FocusEvent) => {
      const element = target instanceof Element ? target.closest('[id^="field-"]') : null
      if (!element) return
      const answer = element.id.slice('field-'.length)
      setAt((known) => (known?.element === element ? known : { element, answer }))
    }
    document.addEventListener('focusin', come)
    return () => document.removeEventListener('focusin', come)
  }, [])
  return at
}
