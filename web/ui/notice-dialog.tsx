import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { say } from '#web/lib/say.ts'
import { Dialog } from '#web/ui/dialog.tsx'

interface Props {
  opened: boolean
  onClose: () => void
  title?: string
  text: ReactNode
  /** Words of the one button; 'Ok' where absent. */
  button?: string
}

/** Says one thing and is closed by one button. */
export function NoticeDialog({ opened, onClose, title, text, button }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <Text mb="lg">{text}</Text>
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {button ?? say('common.ok')}
        </Button>
      </Group>
    </Dialog>
  )
}
