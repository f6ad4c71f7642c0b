import { IconAlertTriangle, IconCircleCheck, IconCircleMinus, IconCircleX } from '@tabler/icons-react'
import { type ConditionGrade, conditionScale } from '#survey/condition-scale.ts'
import { optionLabel } from '#survey/option-values.ts'
import choices from './choice.module.css'
import { ClearButton } from './clear-button.tsx'
import segments from './condition-scale.module.css'
import type { FieldViewProps } from './field-view.ts'
import { NoOptions, visibleOptions } from './no-options.tsx'

const icons: Readonly<Record<ConditionGrade, typeof IconCircleX>> = {
  good: IconCircleCheck,
  fair: IconAlertTriangle,
  poor: IconCircleX,
  unrated: IconCircleMinus,
}

/** Radio buttons. A condition scale renders as one row of segments, each with its own icon, color and label. */
export function RadioField({ answer, inputId, problemId, onAnswer }: FieldViewProps) {
  const scale = conditionScale(answer.field)
  const classes = scale
    ? { all: segments.scale, one: segments.segment, input: segments.radio, word: segments.word }
    : { all: choices.choices, one: choices.choice, input: choices.box, word: choices.words }
  return (
    <>
      <div className={classes.all}>
        {visibleOptions(answer).map((option, index) => {
          const grade = scale?.get(option)
          const Icon = grade && icons[grade]
          return (
            <label key={option} className={classes.one} data-grade={grade}>
              <input
                id={index === 0 ? inputId : undefined}
                type="radio"
                name={inputId}
                className={classes.input}
                checked={answer.value === option}
                aria-invalid={problemId !== undefined}
                onChange={() => onAnswer({ value: option, values: [] })}
              />
              {Icon && <Icon className={segments.icon} size={22} stroke={2} aria-hidden />}
              <span className={classes.word}>{optionLabel(answer.field, option)}</span>
            </label>
          )
        })}
      </div>
      <ClearButton answer={answer} onAnswer={onAnswer} />
      <NoOptions answer={answer} />
    </>
  )
}
