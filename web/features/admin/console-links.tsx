import { Button, Group } from '@mantine/core'
import { IconFileText, IconMail, IconTemplate, IconUserSearch } from '@tabler/icons-react'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'

const links = [
  { path: '/Templates', text: 'library.title', Icon: IconTemplate },
  { path: '/TermsConditionsDetail', text: 'admin.linkTerms', Icon: IconFileText },
  { path: '/Emaildeliverability', text: 'admin.linkMessages', Icon: IconMail },
  { path: '/AdvancedSearch', text: 'admin.linkSearch', Icon: IconUserSearch },
] as const

/** Links to the other administrator screens. */
export function ConsoleLinks() {
  return (
    <Group component="nav" gap="xs" mb="lg" aria-label={t('admin.more')}>
      {links.map(({ path, text, Icon }) => (
        <Button
          key={path}
          component={Link}
          to={path}
          variant="default"
          px="sm"
          leftSection={<Icon size={18} aria-hidden />}
        >
          {t(text)}
        </Button>
      ))}
    </Group>
  )
}
