import { Button, Group, Text } from '@mantine/core'
import { shortTime } from '#web/lib/language/format-time.ts'
import { t } from '#web/lib/language/translate.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useBuilder, useBuilderState } from './builder.ts'

/** Resolves a conflict with another user's save. The losing draft stays in the undo history. */
export function StaleDialog() {
  const builder = useBuilder()
  const { saving } = useBuilderState()
  if (saving.kind !== 'stale') return null
  const { by, at } = saving.theirs
  const title = by ? t('builder.staleBy', { name: by, time: shortTime(at) }) : t('builder.staleSomebody')
  return (
    <Dialog
      opened
      onClose={() => undefined}
      title={title}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <Text mb="lg">{t('builder.staleText')}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={() => builder.loadTheirs()}>
          {t('builder.loadTheirs')}
        </Button>
        <Button onClick={() => void builder.keepMine()} data-autofocus>
          {t('builder.keepMine')}
        </Button>
      </Group>
    </Dialog>
  )
}
