import { Badge } from '@mantine/core'
import { say } from '#web/lib/say.ts'

/** Whether a survey was submitted or is still being filled. */
export function StateChip({ submitted }: { submitted: boolean }) {
  return (
    <Badge
      variant="light"
      color={submitted ? 'accent' : 'gray'}
      radius="sm"
      tt="none"
      fw={600}
      style={{ flex: 'none' }}
    >
      {say(submitted ? 'surveys.stateCompleted' : 'surveys.stateStarted')}
    </Badge>
  )
}
