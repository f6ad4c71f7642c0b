import { say } from '#web/lib/say.ts'
import type { FieldViewProps } from './field-view.ts'
import { NativeSelect } from './native-select.tsx'

export function SelectField(props: FieldViewProps) {
  return <NativeSelect {...props} options={props.answer.field.options} placeholder={say('form.select')} />
}
