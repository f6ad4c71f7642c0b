import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { Dialog } from '#web/ui/dialog.tsx'

interface Props {
  opened: boolean
  onClose: () => void
  /** Words of the one button; 'Ok' where absent. */
  button?: string
}

/** One without a title is called by what it says. */
type Said = { title: string; text: ReactNode } | { title?: undefined; text: string }

/** Says one thing and is closed by one button. */
export function NoticeDialog({ opened, onClose, title, text, button }: Props & Said) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={title}
      {...(title === undefined && { attributes: { content: { 'aria-label': text } } })}
    >
      <Text mb="lg">{text}</Text>
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {button ?? t('common.ok')}
        </Button>
      </Group>
    </Dialog>
  )
}
