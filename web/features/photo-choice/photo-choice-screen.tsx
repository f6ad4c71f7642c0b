import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listBulkUploads } from '#contract/admin/bulk-uploads.ts'
import { claimedKind } from '#contract/rules/file.ts'
import { detectKind, headBytes } from '#contract/rules/file-kind.ts'
import { reading } from '#web/lib/http/query-client.ts'
import { t } from '#web/lib/language/translate.ts'
import { useLocation, useSearchParams } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { useSession } from '#web/lib/session/session.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { type ChoiceParams, choiceParams } from './choice-params.ts'
import classes from './photo-choice.module.css'
import { SurveyFields } from './survey-fields.tsx'
import { SurveySelect } from './survey-select.tsx'

/** Adds photos to one field of a survey. Asks for the survey and field that the address does not name. */
export function PhotoChoiceScreen() {
  const account = useSession()?.userId ?? ''
  const { state } = useLocation()
  const [search, setSearch] = useSearchParams()
  const params = choiceParams(search, state)
  const attachment = useAttachment(params.attachmentId)
  useTitle(t('media.add'))
  // Keep the choice in the address, because opening the camera may end the page.
  const choose = (more: Partial<ChoiceParams>) => {
    const chosen = Object.entries({ ...params, ...more }).filter(([, value]) => value !== '')
    setSearch(new URLSearchParams(chosen), { replace: true })
  }
  return (
    <main id="main" className={classes.screen}>
      <PageHeader title={t('media.add')} />
      {params.attachmentId !== '' && <AttachmentNote attachment={attachment} />}
      {params.surveyId === '' ? (
        <SurveySelect account={account} onChoose={(surveyId) => choose({ surveyId })} />
      ) : (
        <SurveyFields
          key={params.surveyId}
          account={account}
          params={params}
          given={attachment.file}
          onChoose={choose}
        />
      )}
    </main>
  )
}

/** Names the bulk upload to be added, or explains why it cannot be. */
function AttachmentNote({ attachment: { file, name, problem, retry } }: { attachment: Attachment }) {
  if (problem !== null) return <ErrorState text={problem} onRetry={retry} />
  return (
    <Text role="status" style={{ overflowWrap: 'anywhere' }}>
      {t(file ? 'bulk.given' : 'bulk.taking', { name })}
    </Text>
  )
}

interface Attachment {
  readonly file: File | null
  /** '' while loading. */
  readonly name: string
  readonly problem: string | null
  readonly retry: () => void
}

/** Downloads a file from the account's bulk uploads, as if picked on this device. '' = none. */
function useAttachment(id: string): Attachment {
  const list = useQuery({ ...reading(listBulkUploads, {}), enabled: id !== '' })
  const files = list.data?.data.flatMap(({ attributes }) => attributes.files)
  const found = files?.find((one) => one.id === id)
  const name = found?.file_name ?? ''
  const bytes = useQuery({
    queryKey: ['attachment', id],
    queryFn: ({ signal }) => fetchFile(found?.file_url ?? '', name, signal),
    enabled: found !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const missing = files && !found ? t('common.notFound') : null
  const failed = bytes.error ? t('bulk.takeFailed', { name }) : null
  return {
    file: id === '' ? null : (bytes.data ?? null),
    name,
    problem: list.error && !list.data ? list.error.message : (missing ?? failed),
    retry: () => void (found ? bytes.refetch() : list.refetch()),
  }
}

/** Detects the type by content, as the server does, because the file may have been uploaded under any name. */
async function fetchFile(address: string, name: string, signal: AbortSignal): Promise<File> {
  const answer = await fetch(address, { signal, credentials: 'omit' })
  if (!answer.ok) throw new Error(answer.statusText)
  const bytes = await answer.arrayBuffer()
  const kind = detectKind(new Uint8Array(bytes.slice(0, headBytes)))
  if (!kind) return new File([bytes], name)
  const named = claimedKind(name) === kind.kind ? name : `${name}.${kind.extension}`
  return new File([bytes], named, { type: kind.type })
}
