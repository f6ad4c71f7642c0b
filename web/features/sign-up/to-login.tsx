import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { t } from '#web/lib/language/translate.ts'

export function ToLogin() {
  return (
    <Text>
      {t('accounts.haveAccount')}{' '}
      <Anchor component={Link} to="/" fw={600}>
        {t('accounts.logInButton')}
      </Anchor>
    </Text>
  )
}
