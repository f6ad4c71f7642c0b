import { Text } from '@mantine/core'
import { dayTimeAndZone } from '#web/lib/language/format-time.ts'
import { actionText, actorText, detailText, originText, recordText } from './audit-text.ts'
import type { AuditEntry } from './queries.ts'
import classes from './rows.module.css'

export function AuditCards({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <ul className={classes.cards}>
      {entries.map(({ id, attributes: a }) => (
        <li key={id} className={classes.card}>
          <div>
            <Text className={classes.name ?? ''}>{actionText(a)}</Text>
            <Text>{actorText(a)}</Text>
          </div>
          <Text size="sm" c="dimmed">
            {[dayTimeAndZone(a.at), recordText(a), detailText(a), originText(a)]
              .filter(Boolean)
              .map((line) => (
                <span key={line} style={{ display: 'block' }}>
                  {line}
                </span>
              ))}
          </Text>
        </li>
      ))}
    </ul>
  )
}
