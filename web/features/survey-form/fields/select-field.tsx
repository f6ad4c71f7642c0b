import { t } from '#web/lib/language/translate.ts'
import type { FieldViewProps } from './field-view.ts'
import { NativeSelect } from './native-select.tsx'
import { NoOptions, visibleOptions } from './no-options.tsx'

export function SelectField(props: FieldViewProps) {
  return (
    <>
      <NativeSelect {...props} options={visibleOptions(props.answer)} placeholder={t('form.select')} />
      <NoOptions answer={props.answer} />
    </>
  )
}
