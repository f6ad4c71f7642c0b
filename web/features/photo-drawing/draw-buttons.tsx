import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBrush, IconEraser } from '@tabler/icons-react'
import { t } from '#web/lib/translate.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { DrawablePhoto, Drawing } from './use-drawing.tsx'

interface Props {
  readonly photo: DrawablePhoto
  readonly drawing: Drawing
  /** What stands around it gives way. */
  readonly onBegin: () => void
}

/** Draw on a photo, or take off what was drawn. */
export function DrawButtons({ photo, drawing, onBegin }: Props) {
  const [asking, { open: ask, close: stay }] = useDisclosure(false)
  const isDrawn = photo.shapes.length > 0
  function begin(): void {
    onBegin()
    void drawing.open(photo)
  }
  function remove(): void {
    stay()
    onBegin()
    void drawing.remove(photo)
  }
  return (
    <Group mt="md" gap="xs">
      <Button variant="default" leftSection={<IconBrush size={18} aria-hidden />} onClick={begin}>
        {t(isDrawn ? 'drawing.edit' : 'drawing.draw')}
      </Button>
      {isDrawn && (
        <Button variant="subtle" color="red" leftSection={<IconEraser size={18} aria-hidden />} onClick={ask}>
          {t('drawing.remove')}
        </Button>
      )}
      <ConfirmDialog
        opened={asking}
        onClose={stay}
        onConfirm={remove}
        title={t('drawing.remove')}
        text={t('drawing.removeConfirm')}
      />
    </Group>
  )
}
