import { Button } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import { AddingStatus } from './adding-status.tsx'
import classes from './upload-queue.module.css'
import type { AddingMedia } from './use-add-media.ts'

interface Props {
  readonly adding: AddingMedia
  /** Why the dialog did not close; '' if the user has not tried. */
  readonly whyOpen: string
  readonly mayClose: boolean
  readonly onClose: () => void
}

/** Status and buttons, always visible below a long list of files. */
export function AddMediaSteps({ adding, whyOpen, mayClose, onClose }: Props) {
  const { uploads } = adding
  const words = uploads.running && uploads.slow ? 'media.continueLater' : 'common.done'
  return (
    <div className={classes.steps}>
      <AddingStatus {...adding} notice={whyOpen || adding.notice} />
      {adding.staged > 0 ? (
        <UploadButtons adding={adding} />
      ) : (
        <Button variant="default" onClick={onClose} disabled={!mayClose}>
          {t(uploads.rows.length > 0 ? words : 'common.close')}
        </Button>
      )}
    </div>
  )
}

export function UploadButtons({ adding }: { adding: AddingMedia }) {
  return (
    <>
      <Button variant="default" disabled={adding.reading} onClick={adding.dropAll}>
        {t('media.removeAll')}
      </Button>
      <Button loading={adding.reading} onClick={adding.upload}>
        {t('media.uploadFiles', { count: adding.staged })}
      </Button>
    </>
  )
}
