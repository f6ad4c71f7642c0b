import { Button, Center } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import { Link, useLocation } from '#web/lib/page/router.tsx'

export function BackToDashboard() {
  const { pathname, search } = useLocation()
  const isQueued = pathname.startsWith('/Review/')
  return (
    <Center>
      <Button component={Link} to={isQueued ? `/Review${search}` : '/dashboard'} variant="default">
        {t(isQueued ? 'form.toReview' : 'form.toHistory')}
      </Button>
    </Center>
  )
}
