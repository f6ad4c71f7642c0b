import { type ClipboardEvent, useRef } from 'react'
import { t } from '#web/lib/language/translate.ts'
import type { FieldViewProps } from './field-view.ts'

interface PasteLimit {
  readonly onPaste: (event: ClipboardEvent<HTMLTextAreaElement>) => void
  /** Call on every change of the text: reports the characters cut by this paste, or clears the report. */
  readonly changed: () => void
}

/** Reports pasted text that exceeds the limit. Browsers cut it off silently. */
export function usePasteLimit(onRefused: FieldViewProps['onRefused'], max: number): PasteLimit {
  const left = useRef(0)
  const showCut = (cut: number) =>
    cut > 0 ? onRefused('surveys.answerTooLong', t('fields.textCut', { max, left: cut })) : onRefused(null)
  return {
    onPaste(event) {
      left.current = excessLength(event, max)
      // Pasting into a full field causes no input event.
      if (left.current > 0) showCut(left.current)
      // The paste's own input event runs before this timer; later events are other edits.
      setTimeout(() => {
        left.current = 0
      })
    },
    changed() {
      showCut(left.current)
    },
  }
}

/** The number of pasted characters that exceed the field's limit. */
function excessLength(
  { currentTarget, clipboardData }: ClipboardEvent<HTMLTextAreaElement>,
  max: number,
): number {
  const { value, selectionStart, selectionEnd } = currentTarget
  const pasted = clipboardData.getData('text').replace(/\r\n?/g, '\n')
  return Math.max(0, value.length - (selectionEnd - selectionStart) + pasted.length - max)
}
