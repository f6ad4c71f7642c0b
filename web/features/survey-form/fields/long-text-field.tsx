import type { FieldViewProps } from './field-view.ts'
import { TextField } from './text-field.tsx'

/** A text field that starts with several lines. */
export function LongTextField(props: FieldViewProps) {
  return <TextField {...props} rows={4} />
}
