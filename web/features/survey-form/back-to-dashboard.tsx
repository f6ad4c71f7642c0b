import { Button, Center } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'

export function BackToDashboard() {
  return (
    <Center>
      <Button component={Link} to="/dashboard" variant="default">
        {t('form.toHistory')}
      </Button>
    </Center>
  )
}
