import { Alert, Button, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPhotoPlus } from '@tabler/icons-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { limits } from '#contract/limits.ts'
import type { FileKind } from '#survey/fields/kind.ts'
import { usePastedFiles } from '#web/lib/files/dropped-files.ts'
import { forgetPicker } from '#web/lib/files/picker-return.ts'
import { useDropZone } from '#web/lib/files/use-drop-zone.ts'
import { t } from '#web/lib/language/translate.ts'
import type { Draft, FieldPlace } from '#web/offline/draft/draft.ts'
import { describeMedia } from '#web/offline/draft/draft-actions.ts'
import { mediumSources } from '#web/offline/pictures/medium-sources.ts'
import { acceptedFiles } from './accepted-files.ts'
import { speedText } from './check-picked.ts'
import filePickerStyles from './file-picker.module.css'
import { QueueRow } from './queue-row.tsx'
import { SourceChoice } from './source-choice.tsx'
import type { QueuedFile } from './stage-files.ts'
import classes from './upload-queue.module.css'
import type { AddingMedia, MediaField } from './use-add-media.ts'
import type { UploadRow } from './use-uploads.ts'

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

interface SentRowProps {
  readonly draft: Draft
  readonly place: FieldPlace & { readonly answer: string }
  readonly row: UploadRow
  readonly onRemove: (file: QueuedFile) => void
  readonly onTurn: (id: string) => void
  /** Whether the picked file itself is available to rotate. */
  readonly mayTurn: boolean
}

/** A file that is stored on the device or sent. Its description can still be edited. */
function SentRow({ draft, place, row, onRemove, onTurn, mayTurn }: SentRowProps) {
  const { file, state, percent } = row
  const [text, setText] = useState(file.description)
  const items = useSyncExternalStore(draft.subscribe, () => draft.items)
  const files = useSyncExternalStore(draft.subscribe, () => draft.files)
  const drawings = useSyncExternalStore(draft.subscribe, () => draft.drawings)
  const sources = mediumSources({ account: draft.account, items, files, drawings }, file.kind, file.id).small
  const unsaved = useRef<string | null>(null)
  const save = () => {
    if (unsaved.current === null) return
    const description = unsaved.current
    unsaved.current = null
    void describeMedia(draft, place, file, description)
  }
  const latest = useRef(save)
  latest.current = save
  // Closing the dialog by key press causes no blur.
  useEffect(() => () => latest.current(), [])
  return (
    <QueueRow
      file={file}
      sources={sources}
      text={stateText(row)}
      percent={percent}
      refused={state === 'refused'}
      done={state === 'done'}
      description={text}
      onDescribe={(given) => {
        unsaved.current = given
        setText(given)
        // Save every keystroke, like any answer. It causes no request before the file is sent, and the page may end
        // at any time.
        if (state !== 'done') save()
      }}
      onDescribed={save}
      {...(mayTurn && {
        onTurn: () => onTurn(file.id),
      })}
      onRemove={() => {
        unsaved.current = null
        onRemove(file)
      }}
    />
  )
}

function stateText({ state, percent, speed, problem }: UploadRow): string {
  switch (state) {
    case 'preparing':
      return t('media.preparing')
    case 'staged':
      return t('media.readyToUpload')
    case 'waiting':
      return t('media.onDevice')
    case 'sending':
      return speed > 0
        ? t('media.progress', { percent, speed: speedText(speed) })
        : t('media.percent', { percent })
    case 'done':
      return t('media.fileUploaded')
    case 'refused':
      return problem
  }
}

interface FilePickerProps {
  readonly busy: boolean
  readonly fieldId: string
  readonly kinds: readonly FileKind[]
  readonly onPicked: (files: readonly File[]) => Promise<void>
  /** Opens the camera. */
  readonly onCamera: () => void
}

/** Adds files by choosing, dropping or pasting; on phones from the camera or gallery. */
function FilePicker({ busy, fieldId, kinds, onPicked, onCamera }: FilePickerProps) {
  const touch = useMediaQuery('(pointer: coarse)', undefined, { getInitialValueInEffect: false })
  // The picker returned to this page, or was canceled.
  useEffect(() => forgetPicker, [])
  const picked = (files: FileList | null) => {
    forgetPicker()
    if (files && files.length > 0) void onPicked([...files])
  }
  usePastedFiles((files) => {
    if (!busy) void onPicked(files)
    return true
  })
  const { over, zone } = useDropZone((files) => {
    if (!busy) picked(files)
  })
  return (
    <section
      className={filePickerStyles.zone}
      aria-label={t('media.addTitle')}
      data-over={over}
      data-touch={touch}
      {...zone}
    >
      {touch ? (
        <SourceChoice busy={busy} fieldId={fieldId} kinds={kinds} onPicked={picked} onCamera={onCamera} />
      ) : (
        <>
          <p className={filePickerStyles.hint}>{t('media.dropHere')}</p>
          <ChooseButton busy={busy} kinds={kinds} onPicked={picked} />
        </>
      )}
    </section>
  )
}

interface ChooseProps extends Pick<FilePickerProps, 'busy' | 'kinds'> {
  readonly onPicked: (files: FileList | null) => void
}

function ChooseButton({ busy, kinds, onPicked }: ChooseProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        variant="default"
        loading={busy}
        leftSection={<IconPhotoPlus size={20} aria-hidden />}
        onClick={() => input.current?.click()}
        data-autofocus
      >
        {t('media.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={acceptedFiles(kinds)}
        onChange={({ currentTarget }) => {
          onPicked(currentTarget.files)
          // Lets the user pick the same file again after removing it.
          currentTarget.value = ''
        }}
      />
    </>
  )
}
