import { Button, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '#web/lib/language/translate.ts'

interface Props {
  text: string
  onRetry?: () => void
  busy?: boolean
  /** What else can be done. */
  aside?: ReactNode
}

/** What could not be loaded, and the way to try again. Where only the network is missing, that is said as well. */
export function ErrorState({ text, onRetry, busy = false, aside }: Props) {
  return (
    <Stack align="center" gap="md" py="xl" px="md" role="alert">
      <Text ta="center">{text}</Text>
      {text === t('common.network') && (
        <Text ta="center" size="sm" c="dimmed">
          {t('common.needsNetwork')}
        </Text>
      )}
      {onRetry && (
        <Button variant="default" onClick={onRetry} loading={busy}>
          {t('common.retry')}
        </Button>
      )}
      {aside}
    </Stack>
  )
}
