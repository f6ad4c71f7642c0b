import { t } from '#web/lib/language/translate.ts'
import { SentRow } from './sent-row.tsx'
import classes from './upload-queue.module.css'
import type { AddingMedia, MediaField } from './use-add-media.ts'

/** The picked files with their progress. */
export function UploadQueue({ adding, field }: { adding: AddingMedia; field: MediaField }) {
  const { rows } = adding.uploads
  if (rows.length === 0) return null
  return (
    <ul className={classes.queue} aria-label={t('media.queue')}>
      {rows.map((row) => (
        <SentRow
          key={row.file.id}
          draft={field.draft}
          place={field.place}
          row={row}
          onRemove={adding.remove}
          onTurn={adding.turn}
          mayTurn={adding.mayTurn(row)}
        />
      ))}
    </ul>
  )
}
