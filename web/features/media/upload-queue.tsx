import { useEffect, useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { QueueRow } from './queue-row.tsx'
import { SentRow } from './sent-row.tsx'
import type { Chosen } from './take-in.ts'
import classes from './upload-queue.module.css'
import type { AddingMedia, MediaField } from './use-add-media.ts'

/** The files of this choice and how far each is. */
export function UploadQueue({ adding, field }: { adding: AddingMedia; field: MediaField }) {
  const { chosen, uploads } = adding
  const { rows } = uploads
  if (chosen.length + rows.length === 0) return null
  return (
    <ul className={classes.queue} aria-label={t('media.queue')}>
      {rows.map((row) => (
        <SentRow
          key={row.file.id}
          draft={field.draft}
          place={field.place}
          row={row}
          onRemove={adding.remove}
          onRetake={adding.retake}
          onTurn={adding.turn}
        />
      ))}
      {chosen.map((one) => (
        <ChosenRow key={one.id} one={one} adding={adding} />
      ))}
    </ul>
  )
}

/** A file that was picked and is not given to the upload yet. */
function ChosenRow({ one, adding }: { one: Chosen; adding: AddingMedia }) {
  const { file, kind, id, description } = one
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (kind !== 'photo') return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file, kind])
  return (
    <QueueRow
      file={{ name: file.name, size: file.size, kind }}
      sources={url === null ? [] : [url]}
      text={t('media.readyToUpload')}
      percent={0}
      description={description}
      onDescribe={(text) => adding.describe(id, text)}
      {...(kind === 'photo' && { onTurn: () => adding.turn(id) })}
      onRemove={() => adding.drop(one)}
    />
  )
}
