import { Alert, Text } from '@mantine/core'
import { limits } from '#contract/limits.ts'
import { t } from '#web/lib/language/translate.ts'
import { FilePicker } from './file-picker.tsx'
import { SentRow } from './sent-row.tsx'
import classes from './upload-queue.module.css'
import type { AddingMedia, MediaField } from './use-add-media.ts'

interface Props {
  readonly adding: AddingMedia
  readonly field: MediaField
  /** Opens the camera. Its photos go to the field without appearing in this list. */
  readonly onCamera: () => void
}

/** Picks files and shows problems and upload progress, in the dialog and on the photo screen. */
export function AddMedia({ adding, field, onCamera }: Props) {
  const left = Math.max(0, limits.uploadsPerField - field.used)
  return (
    <>
      <FilePicker
        busy={adding.reading}
        fieldId={field.place.answer}
        kinds={field.rules.kinds}
        onPicked={adding.pick}
        onCamera={onCamera}
      />
      <Text size="sm" c="dimmed" mt="xs">
        {t('media.limitsNote')} {t(left > 0 ? 'media.uploadsLeft' : 'media.tooManyUploads', { count: left })}
      </Text>
      {adding.problems.length > 0 && (
        <Alert color="red" mt="md" role="alert">
          {adding.problems.map((problem) => (
            <Text key={problem} style={{ overflowWrap: 'anywhere' }}>
              {problem}
            </Text>
          ))}
        </Alert>
      )}
      <UploadQueue adding={adding} field={field} />
    </>
  )
}

/** The picked files with their progress. */
function UploadQueue({ adding, field }: { adding: AddingMedia; field: MediaField }) {
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
