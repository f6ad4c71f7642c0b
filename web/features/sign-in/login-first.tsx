import { useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { NoticeDialog } from '#web/ui/notice-dialog.tsx'

/** Above the login, for who opened what is for accounts alone. */
export function LoginFirst() {
  const [closed, setClosed] = useState(false)
  return (
    <NoticeDialog
      opened={!closed}
      onClose={() => setClosed(true)}
      title={t('bulk.alert')}
      text={t('bulk.loginFirst')}
    />
  )
}
