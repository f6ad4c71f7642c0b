import { type ClipboardEvent, useRef } from 'react'
import { t } from '#web/lib/language/translate.ts'
import type { FieldViewProps } from './field-view.ts'

interface CutPaste {
  readonly onPaste: (event: ClipboardEvent<HTMLTextAreaElement>) => void
  /** With every change of the text: what was left out of the paste before it is said, or it is over. */
  readonly changed: () => void
}

/** A browser leaves out what does not fit of a pasted text and says nothing of it. */
export function useCutPaste(onRefused: FieldViewProps['onRefused'], max: number): CutPaste {
  const left = useRef(0)
  const showCut = (cut: number) =>
    cut > 0 ? onRefused('surveys.answerTooLong', t('fields.textCut', { max, left: cut })) : onRefused(null)
  return {
    onPaste(event) {
      left.current = leftOut(event, max)
      // Into a field that is full nothing comes, and no change is told.
      if (left.current > 0) showCut(left.current)
      // The change comes with the paste; what comes later is another.
      setTimeout(() => {
        left.current = 0
      })
    },
    changed() {
      showCut(left.current)
    },
  }
}

/** How many characters of what is being pasted the field has no room for. */
function leftOut({ currentTarget, clipboardData }: ClipboardEvent<HTMLTextAreaElement>, max: number): number {
  const { value, selectionStart, selectionEnd } = currentTarget
  const pasted = clipboardData.getData('text').replace(/\r\n?/g, '\n')
  return Math.max(0, value.length - (selectionEnd - selectionStart) + pasted.length - max)
}
