import { Alert } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { t } from '#web/lib/language/translate.ts'

export interface Notice {
  readonly good: boolean
  readonly text: string
}

/** Notice for the next screen. */
let nextNotice: Notice | null = null

export function setNextNotice(text: string): void {
  nextNotice = { good: true, text }
}

function takeNextNotice(): Notice | null {
  const taken = nextNotice
  nextNotice = null
  return taken
}

/** One notice at a time; clears after half a minute. */
export function useNotice() {
  const [notice, setNotice] = useState<Notice | null>(null)
  // In an effect: React discards the initial state of a screen that suspends.
  useEffect(() => setNotice(takeNextNotice), [])
  useEffect(() => {
    if (!notice) return
    const timer = setTimeout(() => setNotice(null), limits.noticeClear)
    return () => clearTimeout(timer)
  }, [notice])
  const showNotice = useCallback((text: string, good = true) => setNotice({ good, text }), [])
  const clear = useCallback(() => setNotice(null), [])
  return { notice, showNotice, clear }
}

/** A live region that stays mounted, so screen readers announce new notices. */
export function NoticeRegion({ notice, onClose }: { notice: Notice | null; onClose: () => void }) {
  return (
    <div role="status">
      {notice && (
        <Alert
          mb="lg"
          color={notice.good ? 'accent' : 'red'}
          title={t(notice.good ? 'profile.success' : 'common.error')}
          withCloseButton
          closeButtonLabel={t('common.close')}
          onClose={onClose}
        >
          {notice.text}
        </Alert>
      )}
    </div>
  )
}
