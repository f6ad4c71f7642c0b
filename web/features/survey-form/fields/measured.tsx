import type { ReactNode } from 'react'
import type { TemplateField } from '#survey/template.ts'
import classes from './beside.module.css'

interface Props {
  readonly field: TemplateField
  readonly inputId: string
  readonly children: ReactNode
}

/** An input with its unit beside it; its description is to name `unitIdOf`. */
export function Measured({ field: { unit }, inputId, children }: Props) {
  if (unit === undefined || unit === '') return children
  return (
    <div className={classes.row}>
      {children}
      <span id={`${inputId}-unit`} className={classes.unit}>
        {unit}
      </span>
    </div>
  )
}

/** Ids of all that describes an input, its unit included; none makes undefined. */
export function described(
  { unit }: TemplateField,
  inputId: string,
  describedBy: string | undefined,
): string | undefined {
  const unitId = unit === undefined || unit === '' ? undefined : `${inputId}-unit`
  return [unitId, describedBy].filter((id) => id !== undefined).join(' ') || undefined
}
