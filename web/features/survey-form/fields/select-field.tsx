import { say } from '#web/lib/say.ts'
import type { FieldViewProps } from './field-view.ts'
import { NativeSelect } from './native-select.tsx'
import { drawnOptions, NoOptions } from './no-options.tsx'

export function SelectField(props: FieldViewProps) {
  return (
    <>
      <NativeSelect {...props} options={drawnOptions(props.answer)} placeholder={say('form.select')} />
      <NoOptions answer={props.answer} />
    </>
  )
}
