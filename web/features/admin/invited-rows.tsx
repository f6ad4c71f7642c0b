import { Text } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import classes from './invited-rows.module.css'
import { roleText } from './labels.ts'
import type { PlannedInvitation } from './read-invitations.ts'
import type { RowResult } from './use-file-invitations.ts'

interface Props {
  readonly planned: readonly PlannedInvitation[]
  readonly results: ReadonlyMap<number, RowResult>
}

/** The file's rows, each with its result. */
export function InvitedRows({ planned, results }: Props) {
  return (
    <ul className={classes.rows} aria-label={t('admin.fileRows')}>
      {planned.map(({ line, invitation, wrong }) => {
        const result = results.get(line)
        const words = wrong ? t(wrong) : result && !result.sent ? result.words : null
        return (
          <li key={line} className={classes.row}>
            <Text size="sm" fw={600} className={classes.words ?? ''}>
              {t('admin.fileLine', { line })} · {invitation.email || '–'}
            </Text>
            <Text size="sm" c="dimmed" className={classes.words ?? ''}>
              {`${invitation.first_name} ${invitation.last_name}`.trim()} · {t(roleText[invitation.role])}
            </Text>
            {words && (
              <Text size="sm" className={classes.wrong ?? ''}>
                {words}
              </Text>
            )}
            {result?.sent && (
              <Text size="sm" className={classes.sent ?? ''}>
                {t('admin.fileInvited')}
              </Text>
            )}
          </li>
        )
      })}
    </ul>
  )
}
