import { useState } from 'react'
import { say } from '#web/lib/say.ts'
import { NoticeDialog } from '#web/ui/notice-dialog.tsx'

/** Above the login, for who opened what is for accounts alone. */
export function LoginFirst() {
  const [closed, setClosed] = useState(false)
  return (
    <NoticeDialog
      opened={!closed}
      onClose={() => setClosed(true)}
      title={say('bulk.alert')}
      text={say('bulk.loginFirst')}
    />
  )
}
