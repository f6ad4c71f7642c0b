import { VisuallyHidden } from '@mantine/core'
import { IconScan } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { t } from '#web/lib/language/translate.ts'
import { lazyPart } from '#web/lib/start/lazy-part.tsx'
import { Part } from '#web/ui/part.tsx'
import classes from './beside.module.css'
import type { FieldViewProps } from './field-view.ts'
import inputClasses from './input.module.css'
import { usePasteLimit } from './use-paste-limit.ts'
import { growTextArea, useSyncedValue } from './use-synced-value.ts'

const inputs =
  '[id^="field-"] :is(input:not([type="file"]), textarea, select, button[data-main]):not([disabled])'

/** Moves focus to the first input of the next field, as Enter should from a scanner or a keyboard. */
function focusNext(from: HTMLElement): void {
  const own = from.closest('[id^="field-"]')
  const next = [...document.querySelectorAll<HTMLElement>(inputs)].find(
    (one) =>
      !own?.contains(one) && (from.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  )
  next?.focus()
}

const { View: ScanDialog } = lazyPart(async () => (await import('./scan-dialog.tsx')).ScanDialog)

/** A code from the camera, the keyboard, or a scanner that types like a keyboard and ends with Enter. */
export function BarcodeField(props: FieldViewProps) {
  const { answer, inputId, problemId, describedBy, onAnswer, onRefused, onLeave } = props
  const { name, mandatory } = answer.field
  const ref = useRef<HTMLTextAreaElement>(null)
  const [open, setOpen] = useState(false)
  const [scanned, setScanned] = useState('')
  const initial = useSyncedValue(ref, answer.value)
  const paste = usePasteLimit(onRefused, limits.answerMax)
  return (
    <div className={classes.row}>
      <textarea
        dir="auto"
        ref={ref}
        id={inputId}
        className={inputClasses.text}
        rows={1}
        defaultValue={initial}
        placeholder={t('fields.enterCode')}
        maxLength={limits.answerMax}
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        aria-required={mandatory}
        aria-invalid={problemId !== undefined}
        aria-describedby={describedBy}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          focusNext(event.currentTarget)
        }}
        onPaste={paste.onPaste}
        onInput={({ currentTarget }) => {
          growTextArea(currentTarget)
          paste.changed()
          onAnswer({ value: currentTarget.value, values: [] })
        }}
        onBlur={onLeave}
      />
      <button
        type="button"
        className={classes.button}
        aria-label={t('fields.scanField', { name })}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <IconScan size={20} aria-hidden />
        {t('fields.scan')}
      </button>
      <VisuallyHidden role="status">{scanned && t('fields.scanned', { code: scanned })}</VisuallyHidden>
      {open && (
        <Part instead={<p role="alert">{t('common.network')}</p>}>
          <ScanDialog
            onFound={(code) => {
              onAnswer({ value: code, values: [] })
              setScanned(code)
              setOpen(false)
            }}
            onClose={() => setOpen(false)}
          />
        </Part>
      )}
    </div>
  )
}
