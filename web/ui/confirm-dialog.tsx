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
  /** Labels of the two buttons; 'Yes' and 'No' by default. */
  confirm?: string
  cancel?: string
  /** Red button for an action that is hard to undo. */
  danger?: boolean
  busy?: boolean
  /** The details are still loading: the dialog can be closed, but not confirmed. */
  reading?: boolean
  error?: string | null
  children?: ReactNode
}

/** Asks before an action. The safest button has the focus. */
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
