import { IconAlertTriangle, IconCircleCheck, IconCircleMinus, IconCircleX } from '@tabler/icons-react'
import type { ConditionGrade } from '#survey/condition-scale.ts'
import { optionLabel } from '#survey/option-values.ts'
import classes from './condition-scale.module.css'
import type { FieldViewProps } from './field-view.ts'

const icons: Readonly<Record<ConditionGrade, typeof IconCircleX>> = {
  good: IconCircleCheck,
  fair: IconAlertTriangle,
  poor: IconCircleX,
  unrated: IconCircleMinus,
}

interface Props extends Pick<FieldViewProps, 'answer' | 'inputId' | 'problemId' | 'onAnswer'> {
  readonly options: readonly string[]
  readonly scale: ReadonlyMap<string, ConditionGrade>
}

/** The radio buttons of a condition scale as one row of segments, each with its own icon, color and word. */
export function ConditionScale({ answer, inputId, problemId, onAnswer, options, scale }: Props) {
  return (
    <div className={classes.scale}>
      {options.map((option, index) => {
        const grade = scale.get(option) ?? 'unrated'
        const Icon = icons[grade]
        return (
          <label key={option} className={classes.segment} data-grade={grade}>
            <input
              id={index === 0 ? inputId : undefined}
              type="radio"
              name={inputId}
              className={classes.radio}
              checked={answer.value === option}
              aria-invalid={problemId !== undefined}
              onChange={() => onAnswer({ value: option, values: [] })}
            />
            <Icon className={classes.icon} size={22} stroke={2} aria-hidden />
            <span className={classes.word}>{optionLabel(answer.field, option)}</span>
          </label>
        )
      })}
    </div>
  )
}
