import { Button, Group, Text } from '@mantine/core'
import { Dialog } from './dialog.tsx'

interface AlertButton {
  readonly text: string
  readonly press: () => void
}

interface Props {
  title: string
  body: string
  positive: AlertButton
  negative?: AlertButton | undefined
  neutral?: AlertButton | undefined
  onClose: () => void
}

/** A dialog with one to three buttons; the safest one has the focus. */
export function AlertDialog({ title, body, positive, negative, neutral, onClose }: Props) {
  return (
    <Dialog opened ownAddress onClose={onClose} title={title}>
      <Text mb="lg" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {body}
      </Text>
      <Group justify="flex-end">
        {neutral && (
          <Button variant="subtle" onClick={neutral.press}>
            {neutral.text}
          </Button>
        )}
        {negative && (
          <Button variant="default" onClick={negative.press} data-autofocus>
            {negative.text}
          </Button>
        )}
        <Button onClick={positive.press} {...(!negative && { 'data-autofocus': true })}>
          {positive.text}
        </Button>
      </Group>
    </Dialog>
  )
}
