import { IconChevronDown } from '@tabler/icons-react'
import { optionLabel } from '#survey/option-values.ts'
import type { FieldViewProps } from './field-view.ts'
import classes from './input.module.css'

interface Props extends FieldViewProps {
  readonly options: readonly string[]
  readonly placeholder: string
}

/** A native select. A saved value that is no longer an option stays selectable. */
export function NativeSelect(props: Props) {
  const { answer, inputId, problemId, describedBy, onAnswer, onLeave, options, placeholder } = props
  const { value } = answer
  const all = value === '' || options.includes(value) ? options : [value, ...options]
  return (
    <div className={classes.selectFrame}>
      <select
        id={inputId}
        className={classes.select}
        value={value}
        data-empty={value === ''}
        aria-required={answer.field.mandatory}
        aria-invalid={problemId !== undefined}
        aria-describedby={describedBy}
        onChange={({ currentTarget }) => onAnswer({ value: currentTarget.value, values: [] })}
        onBlur={onLeave}
      >
        <option value="">{placeholder}</option>
        {all.map((option) => (
          <option key={option} value={option}>
            {optionLabel(answer.field, option)}
          </option>
        ))}
      </select>
      <IconChevronDown size={18} aria-hidden className={classes.chevron ?? ''} />
    </div>
  )
}
