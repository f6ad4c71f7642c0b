import { TextInput } from '@mantine/core'
import type { Ref } from 'react'
import { limits } from '#contract/limits.ts'
import { cut } from '#contract/rules/plain-text.ts'
import { ContactButton } from '#web/features/survey-form/fields/contact-button.tsx'
import { t } from '#web/lib/language/translate.ts'
import type { Start, StartErrors } from './check-start.ts'

interface Props {
  given: Start
  errors: StartErrors
  fields?: Readonly<Record<keyof Start, Ref<HTMLInputElement>>>
  onChange: (given: Start) => void
}

/** Inputs for a survey's name and owner. */
export function SurveyNames({ given, errors, fields, onChange }: Props) {
  const input = (field: keyof Start) => ({
    name: field,
    value: given[field],
    maxLength: limits.surveyNameMax,
    error: errors[field] ?? Boolean(errors.form),
    autoComplete: 'off',
    ...(fields && { ref: fields[field] }),
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) =>
      onChange({ ...given, [field]: value }),
  })
  return (
    <>
      <TextInput label={t('history.surveyName')} data-autofocus {...input('name')} />
      <div>
        <TextInput label={t('history.owner')} {...input('owner')} />
        <ContactButton
          field={t('history.owner')}
          part="name"
          onChosen={(owner) => onChange({ ...given, owner: cut(owner, limits.surveyNameMax) })}
        />
      </div>
    </>
  )
}
