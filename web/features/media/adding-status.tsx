import { t } from '#web/lib/language/translate.ts'
import classes from './upload-queue.module.css'
import type { AddingMedia } from './use-add-media.ts'

/** Announces each finished file to screen readers, but not every progress update. */
export function AddingStatus({
  notice,
  uploads,
  reading,
}: Pick<AddingMedia, 'notice' | 'uploads' | 'reading'>) {
  const { rows, running, allDone, done } = uploads
  return (
    <div className={classes.notice} role="status">
      {notice && <p>{notice}</p>}
      {reading && <p>{t('media.storing')}</p>}
      {allDone && <p>{t('media.uploaded')}</p>}
      {running && <p>{t('media.uploadedOf', { done, total: rows.length })}</p>}
    </div>
  )
}
