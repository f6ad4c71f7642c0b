import { optionLabel } from '#survey/option-values.ts'
import { t } from '#web/lib/language/translate.ts'
import classes from './choice.module.css'
import type { FieldViewProps } from './field-view.ts'
import { drawnOptions, NoOptions } from './no-options.tsx'

export function RadioField({ answer, inputId, problemId, onAnswer }: FieldViewProps) {
  const { mandatory } = answer.field
  const options = drawnOptions(answer)
  return (
    <>
      <div className={classes.choices}>
        {options.map((option, index) => (
          <label key={option} className={classes.choice}>
            <input
              id={index === 0 ? inputId : undefined}
              type="radio"
              name={inputId}
              className={classes.box}
              checked={answer.value === option}
              aria-invalid={problemId !== undefined}
              onChange={() => onAnswer({ value: option, values: [] })}
            />
            <span className={classes.words}>{optionLabel(answer.field, option)}</span>
          </label>
        ))}
        {!mandatory && answer.value !== '' && (
          <button type="button" className={classes.clear} onClick={() => onAnswer({ value: '', values: [] })}>
            {t('form.clear')}
          </button>
        )}
      </div>
      <NoOptions answer={answer} />
    </>
  )
}
