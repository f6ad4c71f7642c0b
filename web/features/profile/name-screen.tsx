import { TextInput } from '@mantine/core'
import { say } from '#web/lib/say.ts'
import { EditPart } from './edit-part.tsx'

export function NameScreen() {
  return (
    <EditPart title={say('profile.nameTitle')} fields={['firstName', 'lastName']}>
      {(form) => (
        <>
          <TextInput
            label={say('accounts.firstName')}
            autoComplete="given-name"
            {...form.input('firstName')}
          />
          <TextInput
            label={say('accounts.lastName')}
            autoComplete="family-name"
            {...form.input('lastName')}
          />
        </>
      )}
    </EditPart>
  )
}
