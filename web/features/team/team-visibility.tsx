import { Text, Title } from '@mantine/core'
import { grantText } from '#web/lib/language/grant-text.ts'
import { t } from '#web/lib/language/translate.ts'
import rows from '#web/ui/survey-rows.module.css'
import type { MyTeam } from './queries.ts'
import classes from './team.module.css'

interface Props {
  readonly teams: readonly MyTeam[]
  readonly account: string
}

/** Tells users who can see their surveys. */
export function TeamVisibility({ teams, account }: Props) {
  return (
    <section className={classes.who}>
      <Title order={2} size="h4" mb="xs">
        {t('teams.whoSees')}
      </Title>
      {teams.map(({ id, attributes: { name, members } }) => {
        const readers = members.filter(
          ({ account_id, granted, is_disabled }) =>
            account_id !== account && granted !== 'none' && !is_disabled,
        )
        return (
          <div key={id} className={classes.team}>
            <Text fw={600}>{name}</Text>
            {readers.length === 0 && <Text c="dimmed">{t('teams.nobodySees')}</Text>}
            <ul>
              {readers.map((one) => (
                <li key={one.account_id}>
                  {one.name} <span className={rows.second}>{grantText(one.granted)}</span>
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </section>
  )
}
