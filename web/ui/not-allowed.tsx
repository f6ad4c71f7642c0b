import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { EmptyState } from './empty-state.tsx'
import { PageHeader } from './page-header.tsx'

/** Replaces a screen that the user may not open, with a link back. */
export function NotAllowed() {
  return (
    <>
      <PageHeader title={t('admin.notAllowedTitle')} />
      <EmptyState text={t('admin.notAllowedText')} icon={<IconLock size={40} stroke={1.5} aria-hidden />}>
        <Button component={Link} to="/dashboard" variant="default">
          {t('common.toDashboard')}
        </Button>
      </EmptyState>
    </>
  )
}
