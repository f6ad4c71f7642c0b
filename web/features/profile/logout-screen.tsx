import { Paper, Text } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import { useTitle } from '#web/lib/page/title.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { LogoutChoice } from './logout-choice.tsx'
import { useLogout } from './use-logout.ts'
import { useUnsent } from './use-unsent.ts'

/** The logout confirmation as its own screen. */
export function LogoutScreen() {
  const logout = useLogout()
  const unsent = useUnsent()
  useTitle(t('accounts.logoutTitle'))
  return (
    <>
      <PageHeader title={t('accounts.logoutTitle')} />
      <Paper withBorder radius="lg" p="lg" maw="32rem">
        <Text mb="md">{t('accounts.logoutText')}</Text>
        {unsent && <LogoutChoice {...logout} read={unsent} />}
      </Paper>
    </>
  )
}
