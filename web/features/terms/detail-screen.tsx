import { Button, Group, Paper, Skeleton, Text } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import classes from './detail-screen.module.css'
import { LegalBody } from './legal-body.tsx'
import { useVersion } from './queries.ts'
import { termsDate } from './terms-date.ts'

/** One version of the terms, with links for admins to edit it and to see who accepted. */
export function TermsDetailScreen() {
  const { version, error, retry, isFetching } = useVersion()
  const attributes = version?.data.attributes
  const title = attributes ? t('terms.detailTitle', { version: attributes.version }) : t('terms.termsTitle')
  useTitle(title)
  return (
    <>
      <PageHeader title={title}>
        {version?.meta.isAdminUser && (
          <Group gap="sm">
            <Button component={Link} to="/TermsConditionsEdit">
              <span className={classes.sentence}>{t('terms.update')}</span>
            </Button>
            <Button component={Link} to={`/TermsConditionsUsers?id=${version.data.id}`} variant="default">
              <span className={classes.sentence}>{t('terms.acceptedUsers')}</span>
            </Button>
          </Group>
        )}
      </PageHeader>
      {error && !version && <ErrorState text={error.message} onRetry={retry} busy={isFetching} />}
      {!version && !error && <Skeleton height={380} maw="48rem" />}
      {attributes && (
        <>
          <Text c="dimmed" mb="md">
            {t('terms.created', { date: termsDate(attributes.created_at) })}
          </Text>
          <Paper withBorder radius="lg" px="lg" py="xs" maw="48rem">
            <LegalBody markdown={attributes.description} />
          </Paper>
        </>
      )}
    </>
  )
}
