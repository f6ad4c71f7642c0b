import { Button, Group, Skeleton } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import { Link, useSearchParams } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { useSession } from '#web/lib/session/session.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { NotAllowed } from '#web/ui/not-allowed.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Editor } from './editor.tsx'
import { type LegalKind, useLegalText } from './queries.ts'

/** Where admins edit the terms and the privacy policy. */
export function TermsEditScreen() {
  const session = useSession()
  const [params] = useSearchParams()
  const kind: LegalKind = params.get('kind') === 'privacy' ? 'privacy' : 'terms'
  useTitle(t('terms.editTitle'))
  if (session?.role !== 'admin') return <NotAllowed />
  return (
    <>
      <PageHeader title={t('terms.editTitle')} />
      <KindChoice kind={kind} />
      <Loaded key={kind} kind={kind} userId={session.userId} />
    </>
  )
}

function Loaded({ kind, userId }: { kind: LegalKind; userId: string }) {
  const { data, error, refetch, isFetching } = useLegalText(kind)
  if (data) return <Editor kind={kind} userId={userId} newest={data} />
  if (error) return <ErrorState text={error.message} onRetry={() => refetch()} busy={isFetching} />
  return <Skeleton height={480} />
}

function KindChoice({ kind }: { kind: LegalKind }) {
  const kinds = [
    { of: 'terms', to: '/TermsConditionsEdit', label: t('terms.termsTitle') },
    { of: 'privacy', to: '/TermsConditionsEdit?kind=privacy', label: t('terms.privacyTitle') },
  ] as const
  return (
    <Group component="nav" aria-label={t('terms.whichText')} gap="xs" mb="lg">
      {kinds.map(({ of, to, label }) => (
        <Button
          key={of}
          component={Link}
          to={to}
          replace
          variant={of === kind ? 'light' : 'subtle'}
          {...(of === kind ? { 'aria-current': 'page' } : {})}
        >
          {label}
        </Button>
      ))}
    </Group>
  )
}
