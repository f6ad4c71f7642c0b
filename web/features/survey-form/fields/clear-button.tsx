import { t } from '#web/lib/language/translate.ts'
import classes from './choice.module.css'
import type { FieldViewProps } from './field-view.ts'

/** Clears an optional choice. The label reserves room for it, so nothing moves when it appears. */
export function ClearButton({ answer, onAnswer }: Pick<FieldViewProps, 'answer' | 'onAnswer'>) {
  if (answer.field.mandatory) return null
  return (
    <span data-clearable>
      {answer.value !== '' && (
        <button type="button" className={classes.clear} onClick={() => onAnswer({ value: '', values: [] })}>
          {t('form.clear')}
        </button>
      )}
    </span>
  )
}
