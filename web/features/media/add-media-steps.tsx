import { Button } from '@mantine/core'
import { say } from '#web/lib/say.ts'
import classes from './upload-queue.module.css'
import type { AddingMedia } from './use-add-media.ts'

interface Props {
  readonly adding: AddingMedia
  readonly mayClose: boolean
  readonly onClose: () => void
}

/** What can be done now; always in sight below a long list of files. */
export function AddMediaSteps({ adding, mayClose, onClose }: Props) {
  const { chosen, uploads, reading } = adding
  if (chosen.length > 0)
    return (
      <div className={classes.steps}>
        <Button variant="default" onClick={adding.dropAll}>
          {say('media.removeAll')}
        </Button>
        <Button loading={reading} onClick={() => void adding.upload()}>
          {say('media.uploadFiles', { count: chosen.length })}
        </Button>
      </div>
    )
  const words = uploads.running && uploads.slow ? 'media.continueLater' : 'common.done'
  return (
    <div className={classes.steps}>
      <Button variant="default" onClick={onClose} disabled={!mayClose}>
        {say(uploads.rows.length > 0 ? words : 'common.close')}
      </Button>
    </div>
  )
}
