import { TextInput } from '@mantine/core'
import { say } from '#web/lib/say.ts'
import { EditPart } from './edit-part.tsx'

export function CompanyScreen() {
  return (
    <EditPart title={say('profile.companyTitle')} fields={['company']}>
      {(form) => (
        <TextInput label={say('profile.company')} autoComplete="organization" {...form.input('company')} />
      )}
    </EditPart>
  )
}
