import { Badge } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import type { Message } from './queries.ts'

const looks = {
  queued: { color: 'gray', text: 'outbox.queued' },
  sent: { color: 'teal', text: 'outbox.sent' },
  failed: { color: 'red', text: 'outbox.failed' },
} as const

/** The state as a colored badge; the text says the same as the color. */
export function MessageState({ message }: { message: Message }) {
  const { status, bounced_at } = message.attributes
  const { color, text } = looks[status]
  return (
    <Badge
      variant="outline"
      color={color}
      c="var(--mantine-color-text)"
      size="lg"
      tt="none"
      fw={500}
      miw="max-content"
    >
      {t(bounced_at ? 'outbox.bouncedState' : text)}
    </Badge>
  )
}
