import { conditionScale } from '#survey/condition-scale.ts'
import { optionLabel } from '#survey/option-values.ts'
import classes from './choice.module.css'
import { ClearButton } from './clear-button.tsx'
import { ConditionScale } from './condition-scale.tsx'
import type { FieldViewProps } from './field-view.ts'
import { drawnOptions, NoOptions } from './no-options.tsx'

export function RadioField(props: FieldViewProps) {
  const { answer, onAnswer } = props
  const options = drawnOptions(answer)
  const scale = conditionScale(answer.field)
  return (
    <>
      {scale ? (
        <ConditionScale {...props} {...{ options, scale }} />
      ) : (
        <Choices {...props} options={options} />
      )}
      <ClearButton answer={answer} onAnswer={onAnswer} />
      <NoOptions answer={answer} />
    </>
  )
}

function Choices({
  answer,
  inputId,
  problemId,
  onAnswer,
  options,
}: FieldViewProps & { readonly options: readonly string[] }) {
  return (
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
  )
}
