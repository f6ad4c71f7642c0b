import type { ComponentType } from 'react'
import type { FieldType } from '#contract/templates/field-types.ts'
import { conditionScale } from '#survey/condition-scale.ts'
import type { TemplateField } from '#survey/template.ts'
import { BarcodeField } from './barcode-field.tsx'
import { CalculatedField } from './calculated-field.tsx'
import { CheckboxField } from './checkbox-field.tsx'
import { DateField, DateTimeField, TimeField } from './date-field.tsx'
import { DecimalField } from './decimal-field.tsx'
import { DropdownField } from './dropdown-field.tsx'
import type { FieldViewProps } from './field-view.ts'
import { LongTextField } from './long-text-field.tsx'
import { NumericField } from './numeric-field.tsx'
import { PositionField } from './position-field.tsx'
import { RadioField } from './radio-field.tsx'
import { RatingField } from './rating-field.tsx'
import { SelectField } from './select-field.tsx'
import { SignatureField } from './signature-field.tsx'
import { TextField } from './text-field.tsx'
import { YesNoField } from './yes-no-field.tsx'

/** How a field type is displayed. */
export interface FieldView {
  /** null if the type has no input: notes, photos and videos. */
  readonly View: ComponentType<FieldViewProps> | null
  /** True for several inputs under one legend. */
  readonly group?: true
  /** True if the text describes the photos, which are then shown above the input. */
  readonly describes?: true
  /** True if the input fits in one of the form's two columns. */
  readonly short?: true
  /** Rows of the input on a phone, if more than one. */
  readonly rows?: (field: TemplateField) => number
  /** Loads on-demand code while the device is online; the surveyed building may have no network. */
  readonly prefetch?: () => Promise<unknown>
}

/** Two options share a row. */
const optionRows = ({ options }: TemplateField) => Math.ceil(options.length / 2)

/** A complete record: a new field type does not compile without a view. */
const views: Readonly<Record<FieldType, FieldView>> = {
  text: { View: TextField, short: true, describes: true },
  numeric: { View: NumericField, short: true },
  checkbox: { View: CheckboxField, group: true, rows: optionRows },
  radio: { View: RadioField, group: true, rows: (field) => (conditionScale(field) ? 1 : optionRows(field)) },
  select: { View: SelectField, short: true },
  dynamic_dropdown: { View: DropdownField, short: true },
  long_text: { View: LongTextField, rows: () => 2 },
  decimal: { View: DecimalField, short: true },
  date: { View: DateField, short: true },
  date_time: { View: DateTimeField, short: true },
  yes_no: { View: YesNoField, group: true },
  signature: { View: SignatureField, group: true, prefetch: () => import('./signature-dialog.tsx') },
  position: { View: PositionField, group: true, rows: () => 2 },
  barcode: { View: BarcodeField, short: true, prefetch: prefetchScanner },
  time: { View: TimeField, short: true },
  rating: { View: RatingField, group: true },
  photo: { View: null, group: true },
  video: { View: null, group: true },
  note: { View: null },
  calculated: { View: CalculatedField, short: true },
}

export function viewOf({ type }: Pick<TemplateField, 'type'>): FieldView {
  return views[type]
}

async function prefetchScanner(): Promise<void> {
  await import('./scan-dialog.tsx')
  const { prefetchReader } = await import('./read-code.ts')
  await prefetchReader()
}
