import { Anchor, Text } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'

export function LoginLink() {
  return (
    <Text>
      {t('accounts.haveAccount')}{' '}
      <Anchor component={Link} to="/" fw={600}>
        {t('accounts.logInButton')}
      </Anchor>
    </Text>
  )
}
