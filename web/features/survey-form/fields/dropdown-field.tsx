import { dropdownOptions } from '#survey/options.ts'
import type { Survey } from '#survey/survey.ts'
import type { DropdownOf } from '#survey/template.ts'
import { say } from '#web/lib/say.ts'
import { useSurvey } from '../draft-context.ts'
import type { FieldViewProps } from './field-view.ts'
import classes from './input.module.css'
import { NativeSelect } from './native-select.tsx'

const texts = {
  Building: { placeholder: 'form.selectBuilding', none: 'form.noBuildings' },
  Floor: { placeholder: 'form.selectFloor', none: 'form.noFloors' },
} as const

/** The buildings or floors of this survey, those of a minute ago included. */
export function DropdownField(props: FieldViewProps) {
  const of = props.answer.field.dropdownOf ?? 'Building'
  const joined = useSurvey((survey) => joinedOptions(survey, of))
  const options = joined === '' ? [] : joined.split('\n')
  return (
    <>
      <NativeSelect {...props} options={options} placeholder={say(texts[of].placeholder)} />
      {options.length === 0 && <p className={classes.hint}>{say(texts[of].none)}</p>}
    </>
  )
}

const known = new WeakMap<Survey, Map<DropdownOf, string>>()

/** Asked by every dropdown after every keystroke, worked out once. */
function joinedOptions(survey: Survey, of: DropdownOf): string {
  const own = known.get(survey) ?? new Map<DropdownOf, string>()
  known.set(survey, own)
  const found =
    own.get(of) ??
    dropdownOptions(survey, of)
      .map((name) => name.replaceAll('\n', ' '))
      .join('\n')
  own.set(of, found)
  return found
}
