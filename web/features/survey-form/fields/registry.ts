import type { ComponentType } from 'react'
import type { FieldType } from '#contract/field-types.ts'
import { BarcodeField } from './barcode-field.tsx'
import { CalculatedField } from './calculated-field.tsx'
import { CheckboxField } from './checkbox-field.tsx'
import { DateField, DateTimeField } from './date-field.tsx'
import { DecimalField } from './decimal-field.tsx'
import { DropdownField } from './dropdown-field.tsx'
import type { FieldViewProps } from './field-view.ts'
import { LongTextField } from './long-text-field.tsx'
import { NumericField } from './numeric-field.tsx'
import { PositionField } from './position-field.tsx'
import { RadioField } from './radio-field.tsx'
import { SelectField } from './select-field.tsx'
import { SignatureField } from './signature-field.tsx'
import { TextField } from './text-field.tsx'
import { YesNoField } from './yes-no-field.tsx'

/** A new field type does not compile until it has its view. A note has nothing to give and stands by itself. */
export const fieldViews: Readonly<Record<Exclude<FieldType, 'note'>, ComponentType<FieldViewProps>>> = {
  text: TextField,
  numeric: NumericField,
  checkbox: CheckboxField,
  radio: RadioField,
  select: SelectField,
  dynamic_dropdown: DropdownField,
  long_text: LongTextField,
  decimal: DecimalField,
  date: DateField,
  date_time: DateTimeField,
  yes_no: YesNoField,
  signature: SignatureField,
  position: PositionField,
  barcode: BarcodeField,
  calculated: CalculatedField,
}

/** Several inputs under one legend. */
export function isGroup(type: FieldType): boolean {
  return groups.has(type)
}

const groups: ReadonlySet<FieldType> = new Set(['checkbox', 'radio', 'yes_no', 'signature', 'position'])
