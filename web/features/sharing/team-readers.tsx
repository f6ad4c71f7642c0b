import type { ReplyOf } from '#contract/endpoint.ts'
import type { listMembers } from '#contract/sharing/members.ts'
import { grantText } from '#web/lib/language/grant-text.ts'
import { t } from '#web/lib/language/translate.ts'
import classes from './people.module.css'

/** Who can open the survey because an admin put them into a team of its owner's: not the owner's to change. */
export function TeamReaders({ team }: { team: ReplyOf<typeof listMembers>['meta']['team'] }) {
  if (team.length === 0) return null
  return (
    <section>
      <h3 className={classes.addTitle}>{t('teams.yourTeam')}</h3>
      <ul className={classes.people}>
        {team.map(({ name, granted }) => (
          <li key={`${name} ${granted}`} className={classes.person}>
            <span className={classes.name}>{name}</span>
            <span className={classes.role}>{grantText(granted)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
