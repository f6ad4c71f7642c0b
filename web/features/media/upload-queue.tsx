import { say } from '#web/lib/say.ts'
import { QueueRow } from './queue-row.tsx'
import { SentRow } from './sent-row.tsx'
import classes from './upload-queue.module.css'
import type { AddingMedia, MediaField } from './use-add-media.ts'

/** The files of this choice and how far each is. */
export function UploadQueue({ adding, field }: { adding: AddingMedia; field: MediaField }) {
  const { chosen, uploads } = adding
  const { rows } = uploads
  if (chosen.length + rows.length === 0) return null
  return (
    <ul className={classes.queue} aria-label={say('media.queue')}>
      {rows.map((row) => (
        <SentRow
          key={row.file.id}
          draft={field.draft}
          place={field.place}
          row={row}
          onRemove={adding.remove}
        />
      ))}
      {chosen.map((one) => (
        <QueueRow
          key={one.id}
          file={{ name: one.file.name, size: one.file.size, kind: one.kind }}
          text={say('media.readyToUpload')}
          percent={0}
          description={one.description}
          onDescribe={(text) => adding.describe(one.id, text)}
          onRemove={() => adding.drop(one)}
        />
      ))}
    </ul>
  )
}
