import { Stack, Text, Title } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { useSession } from '#web/lib/session/session.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { type HomeGroup, homeGroups } from './entries.ts'
import classes from './home.module.css'

export function HomeScreen() {
  const isAdmin = useSession()?.role === 'admin'
  useTitle(t('menu.homeTitle'))
  return (
    <>
      <PageHeader title={t('menu.homeTitle')} />
      <Text c="dimmed" mb="xl">
        {t('menu.homeLead')}
      </Text>
      <Stack gap="xl">
        {homeGroups
          .filter((group) => group.for === 'everybody' || isAdmin)
          .map((group) => (
            <Group key={group.title} group={group} />
          ))}
      </Stack>
    </>
  )
}

function Group({ group }: { group: HomeGroup }) {
  return (
    <section aria-labelledby={group.title}>
      <Title order={2} id={group.title} mb="sm">
        {t(group.title)}
      </Title>
      <ul className={classes.entries}>
        {group.entries.map(({ to, title, text }) => (
          <li key={to}>
            <Link to={to} className={classes.entry}>
              <span className={classes.title}>{t(title)}</span>
              {text && <span className={classes.text}>{t(text)}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
