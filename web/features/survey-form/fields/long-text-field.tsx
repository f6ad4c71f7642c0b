import type { FieldViewProps } from './field-view.ts'
import { TextField } from './text-field.tsx'

/** Several lines from the start. */
export function LongTextField(props: FieldViewProps) {
  return <TextField {...props} rows={4} />
}
