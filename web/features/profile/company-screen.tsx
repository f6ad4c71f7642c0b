import { TextInput } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import { EditPart } from './edit-part.tsx'

export function CompanyScreen() {
  return (
    <EditPart title={t('profile.companyTitle')} fields={['company']}>
      {(form) => (
        <TextInput label={t('profile.company')} autoComplete="organization" {...form.input('company')} />
      )}
    </EditPart>
  )
}
