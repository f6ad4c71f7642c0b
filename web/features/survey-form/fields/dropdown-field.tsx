import { t } from '#web/lib/language/translate.ts'
import type { FieldViewProps } from './field-view.ts'
import classes from './input.module.css'
import { NativeSelect } from './native-select.tsx'
import { useDropdownOptions } from './use-dropdown-options.ts'

const texts = {
  Building: { placeholder: 'form.selectBuilding', none: 'form.noBuildings' },
  Floor: { placeholder: 'form.selectFloor', none: 'form.noFloors' },
} as const

/** The buildings or floors of this survey, including unsent ones. */
export function DropdownField(props: FieldViewProps) {
  const of = props.answer.field.dropdownOf ?? 'Building'
  const { building, options } = useDropdownOptions(props.answer, props.subSectionId)
  const none = building === '' ? t(texts[of].none) : t('form.noFloorsIn', { building })
  return (
    <>
      <NativeSelect {...props} options={options} placeholder={t(texts[of].placeholder)} />
      {options.length === 0 && <p className={classes.hint}>{none}</p>}
    </>
  )
}
