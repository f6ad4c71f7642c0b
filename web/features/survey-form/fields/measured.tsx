import type { ReactNode } from 'react'
import type { TemplateField } from '#survey/template.ts'
import classes from './beside.module.css'
import { OwnUnits } from './own-units.tsx'

interface Props {
  readonly field: TemplateField
  readonly value: string
  readonly inputId: string
  readonly children: ReactNode
}

/** An input with its unit beside it, and below it what that is in other units; its description is to name `unitIdOf`. */
export function Measured({ field: { unit }, value, inputId, children }: Props) {
  if (unit === undefined || unit === '') return children
  return (
    <>
      <div className={classes.row}>
        {children}
        <span id={`${inputId}-unit`} className={classes.unit}>
          {unit}
        </span>
      </div>
      <OwnUnits value={value} unit={unit} />
    </>
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
