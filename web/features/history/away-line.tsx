import { Button, Group, Text } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { shortTime } from '#web/lib/format-time.ts'
import { say } from '#web/lib/say.ts'
import type { History } from './use-history.ts'

/** Quietly: what is shown is the device's knowledge. */
export function AwayLine({ problem, checkedAt, busy, retry }: Omit<History, 'page'>) {
  if (!problem) return null
  return (
    <Group gap="xs" mb="xs" wrap="nowrap">
      <IconCloudOff size={18} stroke={1.75} aria-hidden style={{ flex: 'none' }} />
      <Text size="sm" role="status" miw={0}>
        {problem.unreached ? knownFrom(checkedAt) : problem.message}
      </Text>
      <Button variant="subtle" px="xs" flex="none" onClick={retry} loading={busy}>
        {say('common.retry')}
      </Button>
    </Group>
  )
}

function knownFrom(checkedAt: string | null): string {
  if (!checkedAt) return say('history.unreachedNever')
  return say('history.unreached', { time: shortTime(checkedAt) })
}
