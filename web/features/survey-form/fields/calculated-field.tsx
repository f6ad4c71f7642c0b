import { asText } from '#survey/fields/registry.ts'
import { t } from '#web/lib/language/translate.ts'
import { ConvertedUnits } from './converted-units.tsx'
import type { FieldViewProps } from './field-view.ts'
import classes from './input.module.css'

/** A value computed from other answers. Screen readers announce changes politely. */
export function CalculatedField({ answer, inputId, describedBy }: FieldViewProps) {
  const text = asText(answer)
  return (
    <>
      <output
        id={inputId}
        className={classes.output}
        aria-live="polite"
        aria-describedby={describedBy}
        data-empty={text === ''}
      >
        {text === '' ? t('fields.notCalculated') : text}
      </output>
      <ConvertedUnits value={answer.value} unit={answer.field.unit} />
    </>
  )
}
