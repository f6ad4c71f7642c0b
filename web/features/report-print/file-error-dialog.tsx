import { useEffect, useEffectEvent } from 'react'
import { limits } from '#contract/limits.ts'
import { t } from '#web/lib/language/translate.ts'
import { NoticeDialog } from '#web/ui/notice-dialog.tsx'

/** Says that a file could not be prepared. Closes after five seconds. */
export function FileErrorDialog({ message, onClose }: { message: string | null; onClose: () => void }) {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (message === null) return
    const timer = setTimeout(() => close(), limits.fileErrorPopup)
    return () => clearTimeout(timer)
  }, [message])
  return (
    <NoticeDialog
      opened={message !== null}
      onClose={onClose}
      title={t('reports.fileError')}
      text={message === t('common.network') ? `${message} ${t('common.needsNetwork')}` : (message ?? '')}
      button={t('common.close')}
    />
  )
}
