import { optionLabel } from '#survey/option-values.ts'
import classes from './choice.module.css'
import { ClearButton } from './clear-button.tsx'
import type { FieldViewProps } from './field-view.ts'
import { drawnOptions, NoOptions } from './no-options.tsx'

export function RadioField({ answer, inputId, problemId, onAnswer }: FieldViewProps) {
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
      </div>
      <ClearButton answer={answer} onAnswer={onAnswer} />
      <NoOptions answer={answer} />
    </>
  )
}
