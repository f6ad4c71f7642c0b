import { Button, Group, Text } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { shortTime } from '#web/lib/language/format-time.ts'
import { t } from '#web/lib/language/translate.ts'

export interface Away {
  /** Why the server's word is missing; null where it is there. */
  readonly problem: { readonly unreached: boolean; readonly message: string } | null
  /** When what the device knows was true; null = it never asked. */
  readonly checkedAt: string | null
  /** What the device knows where it never asked. */
  readonly never: string
  readonly busy: boolean
  readonly retry: () => void
}

/** Quietly: what is shown is the device's knowledge. */
export function AwayLine({ problem, checkedAt, never, busy, retry }: Away) {
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
