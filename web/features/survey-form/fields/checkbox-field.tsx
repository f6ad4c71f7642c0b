import { toggleOption } from '#survey/fields/toggle-option.ts'
import { optionLabel } from '#survey/option-values.ts'
import classes from './choice.module.css'
import type { FieldViewProps } from './field-view.ts'
import { NoOptions, visibleOptions } from './no-options.tsx'

export function CheckboxField({ answer, inputId, problemId, onAnswer }: FieldViewProps) {
  const options = visibleOptions(answer)
  return (
    <>
      <div className={classes.choices}>
        {options.map((option, index) => (
          <label key={option} className={classes.choice}>
            <input
              id={index === 0 ? inputId : undefined}
              type="checkbox"
              className={classes.box}
              checked={answer.values.includes(option)}
              aria-invalid={problemId !== undefined}
              onChange={({ currentTarget }) =>
                onAnswer({
                  value: '',
                  values: toggleOption(options, answer, option, currentTarget.checked),
                })
              }
            />
            <span className={classes.words}>{optionLabel(answer.field, option)}</span>
          </label>
        ))}
      </div>
      <NoOptions answer={answer} />
    </>
  )
}
