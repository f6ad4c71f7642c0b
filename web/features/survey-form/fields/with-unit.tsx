import type { ReactNode } from 'react'
import type { TemplateField } from '#survey/template.ts'
import classes from './beside.module.css'
import { ConvertedUnits } from './converted-units.tsx'

interface Props {
  readonly field: TemplateField
  readonly value: string
  readonly inputId: string
  readonly children: ReactNode
}

/** An input with its unit beside it and the converted measure below. Pass `describedByUnit` as its `aria-describedby`. */
export function WithUnit({ field: { unit }, value, inputId, children }: Props) {
  if (unit === undefined || unit === '') return children
  return (
    <>
      <div className={classes.row}>
        {children}
        <span id={`${inputId}-unit`} className={classes.unit}>
          {unit}
        </span>
      </div>
      <ConvertedUnits value={value} unit={unit} />
    </>
  )
}

/** Ids of the elements that describe an input, including its unit; undefined if there are none. */
export function describedByUnit(
  { unit }: TemplateField,
  inputId: string,
  describedBy: string | undefined,
): string | undefined {
  const unitId = unit === undefined || unit === '' ? undefined : `${inputId}-unit`
  return [unitId, describedBy].filter((id) => id !== undefined).join(' ') || undefined
}
