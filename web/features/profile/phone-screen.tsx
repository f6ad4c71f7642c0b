import { t } from '#web/lib/language/translate.ts'
import { EditPart } from './edit-part.tsx'
import { UsPhone } from './us-phone.tsx'

export function PhoneScreen() {
  return (
    <EditPart title={t('profile.phoneTitle')} fields={['countryCode', 'phone']}>
      {(form, account) => <UsPhone form={form} account={account} />}
    </EditPart>
  )
}
