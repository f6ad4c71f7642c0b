import { Button, Group, Text } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { shortTime } from '#web/lib/language/format-time.ts'
import { t } from '#web/lib/language/translate.ts'

export interface StaleData {
  /** Why the server's data is missing; null if it is present. */
  readonly problem: { readonly unreached: boolean; readonly message: string } | null
  /** When the device's copy was last current; null = never loaded. */
  readonly checkedAt: string | null
  /** Text for data that was never loaded. */
  readonly never: string
  readonly busy: boolean
  readonly retry: () => void
}

/** Shown discreetly, because the list shows the device's copy. */
export function StaleDataNotice({ problem, checkedAt, never, busy, retry }: StaleData) {
  if (!problem) return null
  const known = checkedAt ? t('history.unreached', { time: shortTime(checkedAt) }) : never
  return (
    <Group gap="xs" wrap="nowrap">
      <IconCloudOff size={18} stroke={1.75} aria-hidden style={{ flex: 'none' }} />
      <Text size="sm" role="status" miw={0}>
        {problem.unreached ? known : problem.message}
      </Text>
      <Button variant="subtle" px="xs" flex="none" onClick={retry} loading={busy}>
        {t('common.retry')}
      </Button>
    </Group>
  )
}
