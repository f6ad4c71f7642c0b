import { Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBrush, IconEraser, IconRotateClockwise } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { RotationProblem } from './rotation-problem.ts'
import type { DrawablePhoto, Drawing } from './use-drawing.tsx'

interface Props {
  readonly photo: DrawablePhoto
  readonly drawing: Drawing
  /** Closes the surrounding dialog. */
  readonly onBegin: () => void
  /** More buttons for the same photo. */
  readonly children: ReactNode
}

const troubles = {
  away: 'common.needsNetwork',
  unreachable: 'drawing.noPhoto',
  unreadable: 'drawing.cannotTurn',
  notKept: 'drawing.turnNotKept',
} as const satisfies Record<RotationProblem, string>

/** Buttons to draw on a photo, remove its drawing, or rotate it. */
export function DrawButtons({ photo, drawing, onBegin, children }: Props) {
  const [asking, { open: ask, close: stay }] = useDisclosure(false)
  const [turning, setTurning] = useState(false)
  const [trouble, setTrouble] = useState<RotationProblem | null>(null)
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
  /** Each rotation starts from the stored one, so wait until it is stored. */
  async function turn(): Promise<void> {
    if (turning) return
    setTurning(true)
    setTrouble(await drawing.turn(photo))
    setTurning(false)
  }
  return (
    <>
      <Group mt="md" gap="xs">
        {children}
        <Button variant="default" leftSection={<IconBrush size={18} aria-hidden />} onClick={begin}>
          {t(isDrawn ? 'drawing.edit' : 'drawing.draw')}
        </Button>
        {!isDrawn && (
          <Button
            variant="default"
            leftSection={<IconRotateClockwise size={18} aria-hidden />}
            aria-disabled={turning}
            onClick={() => void turn()}
          >
            {t('media.turn')}
          </Button>
        )}
        {isDrawn && (
          <Button
            variant="subtle"
            color="red"
            leftSection={<IconEraser size={18} aria-hidden />}
            onClick={ask}
          >
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
      <Text size="sm" c="dimmed" mt="xs" role="status">
        {trouble ? t(troubles[trouble]) : isDrawn ? t('drawing.turnFirst') : ''}
      </Text>
    </>
  )
}
