import { Button, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '#web/lib/language/translate.ts'

interface Props {
  text: string
  onRetry?: () => void
  busy?: boolean
  /** Further actions. */
  aside?: ReactNode
}

/** A load error with a retry button; adds a hint if only the network is missing. */
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
