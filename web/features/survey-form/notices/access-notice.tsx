import { Button } from '@mantine/core'
import { IconEye, IconLock } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { useDraft } from '../draft-context.ts'
import { downloadAnswers } from '../saving/download-answers.ts'
import { useSync } from '../saving/sync-line.tsx'
import classes from './access-notice.module.css'
import { useNotice } from './use-notice.ts'

/** Why the survey is read-only. Earlier edits stay on the device and can be downloaded. */
export function AccessNotice({ reviewed }: { reviewed: boolean }) {
  const draft = useDraft()
  const gone = useSyncExternalStore(draft.subscribe, () => draft.gone)
  const viewer = useSyncExternalStore(draft.subscribe, () => draft.role === 'viewer')
  const unsent = useSync()?.unsent ?? 0
  if (gone) return <Gone />
  // Reviewers expect a read-only form, so tell them only if edits are unsent.
  return viewer && (!reviewed || unsent > 0) ? <Viewer /> : null
}

function Gone() {
  const draft = useDraft()
  useNotice('gone', t('together.goneShort'))
  const unsent = useSync()?.unsent ?? 0
  return (
    <div className={classes.notice} role="alert">
      <p className={classes.words}>
        <IconLock size={20} aria-hidden className={classes.icon ?? ''} />
        <span>
          {t('together.gone')} {unsent > 0 && t('together.goneWaiting')}
        </span>
      </p>
      <Button variant="default" onClick={() => downloadAnswers(draft.survey)}>
        {t('together.goneDownload')}
      </Button>
    </div>
  )
}

function Viewer() {
  const draft = useDraft()
  useNotice('viewer', t('together.viewerShort'))
  const unsent = useSync()?.unsent ?? 0
  return (
    <div className={classes.notice} data-quiet role="status">
      <p className={classes.words}>
        <IconEye size={20} aria-hidden className={classes.icon ?? ''} />
        <span>
          {t('together.viewer')}
          {unsent > 0 && `. ${t('together.viewerWaiting')}`}
        </span>
      </p>
      {unsent > 0 && (
        <Button variant="default" onClick={() => downloadAnswers(draft.survey)}>
          {t('together.goneDownload')}
        </Button>
      )}
    </div>
  )
}
