import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { Dialog } from '#web/ui/dialog.tsx'

interface Props {
  opened: boolean
  onClose: () => void
  /** Label of the button; 'Ok' by default. */
  button?: string
}

/** Without a title, the text is the dialog's accessible name. */
type Said = { title: string; text: ReactNode } | { title?: undefined; text: string }

/** Shows a message with one button to close it. */
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
