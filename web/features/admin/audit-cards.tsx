import { Text } from '@mantine/core'
import { dayTimeAndZone } from '#web/lib/language/format-time.ts'
import { detailText, whatText, whereText, whichText, whoText } from './audit-text.ts'
import type { Recorded } from './queries.ts'
import classes from './rows.module.css'

export function AuditCards({ entries }: { entries: readonly Recorded[] }) {
  return (
    <ul className={classes.cards}>
      {entries.map(({ id, attributes: a }) => (
        <li key={id} className={classes.card}>
          <div>
            <Text className={classes.name ?? ''}>{whatText(a)}</Text>
            <Text>{whoText(a)}</Text>
          </div>
          <Text size="sm" c="dimmed">
            {[dayTimeAndZone(a.at), whichText(a), detailText(a), whereText(a)].filter(Boolean).map((line) => (
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
