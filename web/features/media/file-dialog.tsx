import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCamera, IconChevronLeft, IconChevronRight, IconTrash } from '@tabler/icons-react'
import { DrawButtons } from '#web/features/photo-drawing/draw-buttons.tsx'
import type { Drawing } from '#web/features/photo-drawing/use-drawing.tsx'
import { t } from '#web/lib/language/translate.ts'
import type { Draft, FieldPlace } from '#web/offline/draft/draft.ts'
import { removeMedia } from '#web/offline/draft/draft-actions.ts'
import { usePicture } from '#web/offline/pictures/use-picture.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { CaptionField } from './caption-field.tsx'
import classes from './file-pages.module.css'
import { numberedName } from './gallery-item.ts'
import type { FieldFile } from './shown-media.ts'

interface Props {
  readonly draft: Draft
  readonly place: FieldPlace & { readonly answer: string }
  readonly file: FieldFile
  /** All files of the field. */
  readonly files: readonly FieldFile[]
  readonly onMove: (to: FieldFile) => void
  readonly onClose: () => void
  readonly onDeleted: () => void
  readonly drawing: Drawing
  /** Takes a new photo that replaces this one. */
  readonly onRetake: (file: FieldFile) => void
}

/** A large photo or video with its caption and all actions. */
export function FileDialog({
  draft,
  place,
  file,
  files,
  onMove,
  onClose,
  onDeleted,
  drawing,
  onRetake,
}: Props) {
  const [asking, { open: ask, close: stay }] = useDisclosure(false)
  const format = t(file.kind === 'photo' ? 'media.photo' : 'media.video')
  return (
    <>
      <Dialog opened={!asking} onClose={onClose} title={numberedName(file)}>
        <FilePages file={file} files={files} onMove={onMove} />
        <CaptionField key={`caption ${file.id}`} draft={draft} place={place} file={file} />
        {file.drawing && (
          <DrawButtons key={file.id} photo={file.drawing} drawing={drawing} onBegin={onClose}>
            <Button
              variant="default"
              leftSection={<IconCamera size={18} aria-hidden />}
              onClick={() => {
                onClose()
                onRetake(file)
              }}
            >
              {t('media.retake')}
            </Button>
          </DrawButtons>
        )}
        {file.waits && (
          <Text size="sm" c="dimmed" mt="xs">
            {t('media.notOnServer')}
          </Text>
        )}
        <Group justify="space-between" mt="lg">
          <Button
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={ask}
          >
            {t('media.deleteFile', { name: format })}
          </Button>
          <Button onClick={onClose}>{t('common.done')}</Button>
        </Group>
      </Dialog>
      <ConfirmDialog
        opened={asking}
        onClose={stay}
        onConfirm={() => {
          void removeMedia(draft, [{ place, target: file.target }]).then((removed) => removed && onDeleted())
          onClose()
        }}
        title={t('media.deleteFile', { name: file.name })}
        text={t('media.deleteConfirm', { format })}
        danger
      />
    </>
  )
}

interface FilePagesProps {
  readonly file: FieldFile
  /** All files of the field, in order. */
  readonly files: readonly FieldFile[]
  readonly onMove: (to: FieldFile) => void
}

/** The selected photo or video, with buttons to the previous and next one. */
function FilePages({ file, files, onMove }: FilePagesProps) {
  const picture = usePicture(file.sources.large)
  const index = files.findIndex(({ id }) => id === file.id)
  const beside = (step: -1 | 1) => {
    const other = files[index + step]
    const Icon = step < 0 ? IconChevronLeft : IconChevronRight
    return (
      <ActionIcon
        variant="default"
        size={44}
        aria-label={t(step < 0 ? 'media.previousFile' : 'media.nextFile')}
        disabled={index < 0 || other === undefined}
        onClick={() => other && onMove(other)}
      >
        <Icon size={22} aria-hidden />
      </ActionIcon>
    )
  }
  return (
    <>
      <div className={classes.picture}>
        {picture.url && <img src={picture.url} alt={file.name} onError={picture.onBroken} />}
      </div>
      {files.length > 1 && (
        <div className={classes.pages}>
          {beside(-1)}
          <Text size="sm" role="status">
            {t('media.fileOf', { number: index + 1, total: files.length })}
          </Text>
          {beside(1)}
        </div>
      )}
    </>
  )
}
