import { Button, Stack, Text } from '@mantine/core'
import { say } from '#web/lib/say.ts'

interface Props {
  text: string
  onRetry?: () => void
  busy?: boolean
}

/** What could not be loaded, and the way to try again. Where only the network is missing, that is said as well. */
export function ErrorState({ text, onRetry, busy = false }: Props) {
  return (
    <Stack align="center" gap="md" py="xl" px="md" role="alert">
      <Text ta="center">{text}</Text>
      {text === say('common.network') && (
        <Text ta="center" size="sm" c="dimmed">
          {say('common.needsNetwork')}
        </Text>
      )}
      {onRetry && (
        <Button variant="default" onClick={onRetry} loading={busy}>
          {say('common.retry')}
        </Button>
      )}
    </Stack>
  )
}
