import { Alert } from '@mantine/core'
import { useEffect, useState } from 'react'
import { isPrivate } from '#web/lib/files/storage-facts.ts'
import { t } from '#web/lib/language/translate.ts'

/** Warns that a private window loses unsent work, if the browser reveals that it is one. */
export function PrivateNotice() {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    let isLeft = false
    void isPrivate().then((yes) => !isLeft && setShown(yes))
    return () => {
      isLeft = true
    }
  }, [])
  if (!shown) return null
  return (
    <Alert color="yellow" role="status">
      {t('accounts.privateWindow')}
    </Alert>
  )
}
