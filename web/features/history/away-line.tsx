import { Button, Group, Text } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { shortTime } from '#web/lib/format-time.ts'
import { say } from '#web/lib/say.ts'
import type { History } from './use-history.ts'

/** Quietly: what is shown is the device's knowledge. */
export function AwayLine({ problem, checkedAt, busy, retry }: Omit<History, 'page'>) {
  if (!problem) return null
  return (
    <Group gap="xs" mb="xs" justify="space-between">
      <Group gap="xs" wrap="nowrap" role="status" flex="1 1 16rem">
        <IconCloudOff size={18} stroke={1.75} aria-hidden style={{ flex: 'none' }} />
        <Text size="sm">{problem.unreached ? knownFrom(checkedAt) : problem.message}</Text>
      </Group>
      <Button variant="subtle" onClick={retry} loading={busy}>
        {say('common.retry')}
      </Button>
    </Group>
  )
}

function knownFrom(checkedAt: string | null): string {
  if (!checkedAt) return say('history.unreachedNever')
  return say('history.unreached', { time: shortTime(checkedAt) })
}
