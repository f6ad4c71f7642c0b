import { Button } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { useAskBeforeLeaving } from '#web/lib/page/use-ask-before-leaving.ts'
import { currentStorageFailure, onStorageFailure } from '#web/offline/store/storage-failure.ts'
import { useDraft } from '../draft-context.ts'
import { downloadAnswers } from '../saving/download-answers.ts'
import classes from './storage-failure-banner.module.css'
import { useNotice } from './use-notice.ts'

const words = {
  full: { text: 'form.deviceFull', short: 'form.fullShort' },
  failed: { text: 'form.deviceFailed', short: 'form.failedShort' },
  late: { text: 'form.deviceLate', short: 'form.lateShort' },
} as const

/** Shown while the device cannot store an edit; offers the answers as a download. */
export function StorageFailureBanner() {
  const trouble = useSyncExternalStore(onStorageFailure, currentStorageFailure)
  // The unsaved edit exists only on the screen and would be lost.
  useAskBeforeLeaving(trouble !== null)
  return trouble && trouble !== 'saving' && <Banner trouble={trouble} />
}

function Banner({ trouble }: { trouble: keyof typeof words }) {
  const draft = useDraft()
  useNotice('trouble', t(words[trouble].short))
  return (
    <div className={classes.banner} role="alert">
      <p>{t(words[trouble].text)}</p>
      <Button variant="white" color="dark" onClick={() => downloadAnswers(draft.survey)}>
        {t('form.downloadAnswers')}
      </Button>
    </div>
  )
}
