import type { ComponentType } from 'react'
import type { FieldType } from '#survey/template.ts'
import { CheckboxField } from './checkbox-field.tsx'
import { DropdownField } from './dropdown-field.tsx'
import type { FieldViewProps } from './field-view.ts'
import { NumericField } from './numeric-field.tsx'
import { RadioField } from './radio-field.tsx'
import { SelectField } from './select-field.tsx'
import { TextField } from './text-field.tsx'

/** A new field type does not compile until it has its view. */
export const fieldViews: Readonly<Record<FieldType, ComponentType<FieldViewProps>>> = {
  text: TextField,
  numeric: NumericField,
  checkbox: CheckboxField,
  radio: RadioField,
  select: SelectField,
  dynamic_dropdown: DropdownField,
  long_text: TextField,
  decimal: TextField,
  date: TextField,
  date_time: TextField,
  yes_no: TextField,
  signature: TextField,
  position: TextField,
  barcode: TextField,
  note: TextField,
  calculated: TextField,
}

/** Several inputs under one legend. */
export function isGroup(type: FieldType): boolean {
  return type === 'checkbox' || type === 'radio'
}
