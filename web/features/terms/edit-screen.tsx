import { SegmentedControl, Skeleton } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { say } from '#web/lib/say.ts'
import { useSession } from '#web/lib/session.ts'
import { useTitle } from '#web/lib/title.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Editor } from './editor.tsx'
import { type LegalKind, useLegalText } from './queries.ts'

/** Where admins write the terms and the privacy policy. */
export function TermsEditScreen() {
  const session = useSession()
  const [params, setParams] = useSearchParams()
  const kind: LegalKind = params.get('kind') === 'privacy' ? 'privacy' : 'terms'
  useTitle(say('terms.editTitle'))
  if (session?.role !== 'admin')
    return (
      <>
        <PageHeader title={say('terms.editTitle')} />
        <ErrorState text={say('common.notAllowed')} />
      </>
    )
  return (
    <>
      <PageHeader title={say('terms.editTitle')} />
      <SegmentedControl
        size="md"
        mb="lg"
        aria-label={say('terms.whichText')}
        value={kind}
        onChange={(value) => setParams(value === 'privacy' ? { kind: value } : {}, { replace: true })}
        data={[
          { value: 'terms', label: say('terms.termsTitle') },
          { value: 'privacy', label: say('terms.privacyTitle') },
        ]}
      />
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
