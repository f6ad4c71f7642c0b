import { Button, Group, Text, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import { limits } from '#contract/limits.ts'
import { DrawButtons } from '#web/features/photo-drawing/draw-buttons.tsx'
import type { Drawing } from '#web/features/photo-drawing/use-drawing.tsx'
import { t } from '#web/lib/language/translate.ts'
import { useUnsavedText } from '#web/lib/page/unsaved.ts'
import type { Draft } from '#web/offline/draft/draft.ts'
import { describeMedia, removeMedia } from '#web/offline/draft/draft-actions.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FilePages } from './file-pages.tsx'
import type { FieldFile } from './shown-media.ts'

interface Props {
  readonly draft: Draft
  readonly place: { readonly subSection: string; readonly answer: string }
  readonly file: FieldFile
  /** All of the field; what was typed is kept before another one is shown. */
  readonly files: readonly FieldFile[]
  readonly onMove: (to: FieldFile) => void
  readonly onClose: () => void
  readonly onDeleted: () => void
  readonly drawing: Drawing
}

/** A photo or video with its description, the ones beside it, and its deletion after a question. */
export function FileDialog({ draft, place, file, files, onMove, onClose, onDeleted, drawing }: Props) {
  const description = useUnsavedText(
    { account: draft.account, of: `description:${file.id}` },
    file.description,
  )
  const [asking, { open: ask, close: stay }] = useDisclosure(false)
  const format = t(file.kind === 'photo' ? 'media.photo' : 'media.video')
  const keepText = async () => {
    if (description.unsaved) await describeMedia(draft, place, file.target, description.text)
    description.forget()
  }
  async function save() {
    await keepText()
    onClose()
  }
  return (
    <>
      <Dialog opened={!asking} onClose={onClose} title={file.name}>
        <FilePages
          file={file}
          files={files}
          onMove={(to) => {
            void keepText()
            onMove(to)
          }}
        />
        <Textarea
          label={t('media.describe')}
          placeholder={t('media.describeHint')}
          value={description.text}
          maxLength={limits.descriptionMax}
          autosize
          minRows={2}
          maxRows={8}
          data-autofocus
          description={description.unsaved && t('media.notSavedYet')}
          onChange={({ currentTarget }) => description.type(currentTarget.value)}
        />
        {file.drawing && (
          <DrawButtons
            key={file.id}
            photo={file.drawing}
            drawing={drawing}
            onBegin={() => {
              void keepText()
              onClose()
            }}
          />
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
          <Button onClick={() => void save()}>{t('common.save')}</Button>
        </Group>
      </Dialog>
      <ConfirmDialog
        opened={asking}
        onClose={stay}
        onConfirm={() => {
          description.forget()
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
