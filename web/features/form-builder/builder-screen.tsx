import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ReplyOf } from '#contract/endpoint.ts'
import { readForm } from '#contract/templates/custom-forms.ts'
import { ReadFailed, reading } from '#web/lib/http/query-client.ts'
import { t } from '#web/lib/language/translate.ts'
import { useParams } from '#web/lib/page/route.tsx'
import { Link } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { useSession } from '#web/lib/session/session.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { LoadingScreen } from '#web/ui/loading-screen.tsx'
import { NotAllowed } from '#web/ui/not-allowed.tsx'
import { Builder, BuilderContext } from './builder.ts'
import { formServer, serverDraftOf } from './form-server.ts'
import { claimRecord, type DraftRecord } from './stored-draft.ts'
import classes from './top-bar.module.css'
import { useEditing } from './use-editing.ts'
import { Workbench } from './workbench.tsx'

type Read = ReplyOf<typeof readForm>

/** The template builder. */
export function BuilderScreen() {
  const { id = '' } = useParams()
  const account = useSession()?.userId ?? ''
  return <Opened key={id} id={id} account={account} />
}

function Opened({ id, account }: { id: string; account: string }) {
  const record = useRecord(account, id)
  const stored = record?.left ?? null
  // The builder owns its copy from here on; a background refetch must not replace it.
  const { data, error, refetch, isFetching } = useQuery({
    ...reading(readForm, { params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  useTitle(t('builder.title', { name: data?.data.attributes.name ?? stored?.form.name ?? '' }))
  if (data?.data.attributes.is_library) return <Refused text={t('templates.libraryOnly')} />
  if (data && record) return <Open id={id} read={data} record={record} />
  if (!error || !record) {
    return (
      <>
        <ToList />
        <LoadingScreen />
      </>
    )
  }
  const status = error instanceof ReadFailed ? error.failure.status : 0
  if (status === 403) {
    return (
      <main>
        <NotAllowed />
      </main>
    )
  }
  if (status === 404 || status === 422) return <Refused text={error.message} />
  if (stored) return <Open id={id} read={null} record={record} />
  return (
    <>
      <ToList />
      <main>
        <ErrorState text={error.message} onRetry={() => refetch()} busy={isFetching} />
      </main>
    </>
  )
}

function Refused({ text }: { text: string }) {
  return (
    <>
      <ToList />
      <main>
        <ErrorState text={text} />
      </main>
    </>
  )
}

interface Props {
  readonly id: string
  readonly read: Read | null
  readonly record: DraftRecord
}

/** Local storage for this page's unsaved draft, claimed while the page is open. */
function useRecord(account: string, id: string): DraftRecord | null {
  const [record, setRecord] = useState<DraftRecord | null>(null)
  useEffect(() => {
    const claimed = claimRecord(account, id)
    void claimed.then(setRecord)
    return () => void claimed.then(({ release }) => release())
  }, [account, id])
  return record
}

function Open({ id, read, record }: Props) {
  const [builder] = useState(
    () =>
      new Builder({ server: formServer(id), keep: record.keep }, read && serverDraftOf(read), record.left),
  )
  useEditing(id, builder)
  useEffect(() => {
    const flush = () => void builder.flush()
    addEventListener('online', flush)
    addEventListener('pagehide', flush)
    return () => {
      removeEventListener('online', flush)
      removeEventListener('pagehide', flush)
      builder.close()
    }
  }, [builder])
  return (
    <BuilderContext value={builder}>
      <Workbench />
    </BuilderContext>
  )
}

/** The link back to the list while no template is shown, in the builder's place for it. */
function ToList() {
  return (
    <header className={classes.top}>
      <Link className={classes.backInWords} to="/Templates">
        <IconArrowLeft size={22} aria-hidden />
        {t('builder.toList')}
      </Link>
    </header>
  )
}
