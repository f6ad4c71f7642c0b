import { Button, Center } from '@mantine/core'
import { Link } from 'react-router'
import { t } from '#web/lib/language/translate.ts'

export function BackToDashboard() {
  return (
    <Center>
      <Button component={Link} to="/dashboard" variant="default">
        {t('form.toHistory')}
      </Button>
    </Center>
  )
}
