import { TextInput } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import { EditPart } from './edit-part.tsx'

export function NameScreen() {
  return (
    <EditPart title={t('profile.nameTitle')} fields={['firstName', 'lastName']}>
      {(form) => (
        <>
          <TextInput label={t('accounts.firstName')} autoComplete="given-name" {...form.input('firstName')} />
          <TextInput label={t('accounts.lastName')} autoComplete="family-name" {...form.input('lastName')} />
        </>
      )}
    </EditPart>
  )
}
