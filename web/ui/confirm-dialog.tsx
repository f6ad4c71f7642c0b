import { Alert, Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { Dialog } from '#web/ui/dialog.tsx'

interface Props {
  opened: boolean
  onClose: () => void
  onConfirm: () => void
  title: string
  text: ReactNode
  /** Words of the two buttons; 'Yes' and 'No' where absent. */
  confirm?: string
  cancel?: string
  /** Red button: what follows cannot be taken back easily. */
  danger?: boolean
  busy?: boolean
  /** What the question is about is still being read: it can be put aside, and not yet confirmed. */
  reading?: boolean
  error?: string | null
  children?: ReactNode
}

/** Asks before something happens. The cautious answer has the focus. */
export function ConfirmDialog(props: Props) {
  const {
    opened,
    onClose,
    onConfirm,
    title,
    text,
    confirm,
    cancel,
    danger,
    busy = false,
    reading = false,
    error,
  } = props
  return (
    <Dialog opened={opened} onClose={busy ? () => undefined : onClose} title={title}>
      <Text mb="md">{text}</Text>
      {props.children}
      {error && (
        <Alert color="red" mb="md" role="alert">
          {error}
        </Alert>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} disabled={busy} data-autofocus>
          {cancel ?? t('common.no')}
        </Button>
        <Button
          onClick={onConfirm}
          loading={busy || reading}
          {...(danger ? { color: 'red.8', 'data-final': true } : {})}
        >
          {confirm ?? t('common.yes')}
        </Button>
      </Group>
    </Dialog>
  )
}
