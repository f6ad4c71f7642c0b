import { contactPart } from '#survey/fields/contact-part.ts'
import { ContactButton } from './contact-button.tsx'
import type { FieldViewProps } from './field-view.ts'

/** Where a field asks for a person, or how to reach one: taken over from the account's contacts. */
export function FromContacts({ answer, onGiven }: Pick<FieldViewProps, 'answer' | 'onGiven'>) {
  const part = contactPart(answer.field)
  if (!part) return null
  return (
    <ContactButton
      field={answer.field.name}
      part={part}
      onChosen={(value) => onGiven({ value, values: [] })}
    />
  )
}
