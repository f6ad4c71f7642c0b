import { Button, Group, NativeSelect, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  formDifference,
  formVersions,
  readForm,
  reviveFormVersion,
} from '#contract/templates/custom-forms.ts'
import { call } from '#web/lib/http/call.ts'
import { reading } from '#web/lib/http/query-client.ts'
import { shortDate } from '#web/lib/language/format.ts'
import { t } from '#web/lib/language/translate.ts'
import { useParams } from '#web/lib/page/route.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { useIsAdmin } from '#web/lib/session/role.ts'
import { lazyPart } from '#web/lib/start/lazy-part.tsx'
import { BackButton } from '#web/ui/back-button.tsx'
import { ConfirmCall } from '#web/ui/confirm-call.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { NotAllowed } from '#web/ui/not-allowed.tsx'
import { NoticeDialog } from '#web/ui/notice-dialog.tsx'
import { NoticeLine } from '#web/ui/notice-line.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Part } from '#web/ui/part.tsx'
import { Changes, sectionNames } from './changes.tsx'
import classes from './form-library.module.css'
import { isDenied, reloadForms } from './queries.ts'

const { View: MoveManyDialog } = lazyPart(
  async () => (await import('#web/features/survey-moves/move-many-dialog.tsx')).MoveManyDialog,
)

/** A template's published versions and the difference between any two. */
export function VersionsScreen() {
  const { id = '' } = useParams()
  const form = useQuery({ ...reading(readForm, { params: { id } }), staleTime: 0 })
  const versions = useQuery({ ...reading(formVersions, { params: { id } }), staleTime: 0 })
  const [asked, setAsked] = useState<number | null>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const [moving, setMoving] = useState<{ templateId: string; version: number } | null>(null)
  const isAdmin = useIsAdmin()
  const behind = (versions.data?.data ?? []).slice(1).reduce((sum, one) => sum + one.attributes.surveys, 0)
  const name = form.data?.data.attributes.name ?? ''
  useTitle(name === '' ? t('library.versions') : `${t('library.versions')}: ${name}`)
  const error = form.error ?? versions.error
  if (isDenied(error)) return <NotAllowed />
  return (
    <>
      <PageHeader title={t('library.versions')}>
        <BackButton to="/Templates">{t('library.title')}</BackButton>
      </PageHeader>
      <Text fw={600} mb="md" className={classes.name ?? ''}>
        {name}
      </Text>
      <NoticeLine text={notice} onClose={() => setNotice(null)} />
      {error && (
        <ErrorState
          text={error.message}
          onRetry={() => {
            void form.refetch()
            void versions.refetch()
          }}
          busy={form.isFetching || versions.isFetching}
        />
      )}
      {!error && !versions.data && <Loading />}
      {versions.data?.data.length === 0 && <EmptyState text={t('library.noVersions')} />}
      {versions.data && versions.data.data.length > 0 && (
        <>
          <ol className={classes.versions}>
            {versions.data.data.map(({ id: key, attributes: a }, index) => (
              <li key={key} className={classes.card}>
                <Group justify="space-between" gap="xs">
                  <Title order={2} size="md">
                    {t('library.version', { version: a.version })}
                  </Title>
                  <Group gap="xs">
                    {index === 0 && isAdmin && behind > 0 && (
                      <Button
                        variant="default"
                        onClick={() => setMoving({ templateId: a.survey_template_id, version: a.version })}
                      >
                        {t('surveyMoves.many')}
                      </Button>
                    )}
                    <Button
                      variant="default"
                      onClick={() => setAsked(a.version)}
                      aria-label={t('library.reviveOf', { version: a.version })}
                    >
                      {t('library.revive')}
                    </Button>
                  </Group>
                </Group>
                {a.note !== '' && <Text>{a.note}</Text>}
                <Text size="sm" c="dimmed">
                  {t(a.published_by === '' ? 'library.publishedOn' : 'library.publishedBy', {
                    date: shortDate(a.published_at),
                    name: a.published_by,
                  })}
                  {' · '}
                  {t('library.surveys', { count: a.surveys })}
                </Text>
              </li>
            ))}
          </ol>
          <Difference
            key={versions.data.data[0]?.attributes.version}
            id={id}
            versions={versions.data.data.map(({ attributes }) => attributes.version)}
            names={sectionNames(form.data?.data.attributes.form)}
          />
        </>
      )}
      {moving && (
        <Part instead={<NoticeDialog opened onClose={() => setMoving(null)} text={t('common.network')} />}>
          <MoveManyDialog
            {...moving}
            onClose={() => setMoving(null)}
            onChanged={() => void versions.refetch()}
          />
        </Part>
      )}
      {asked !== null && form.data && (
        <ReviveDialog
          id={id}
          version={asked}
          revision={form.data.data.attributes.revision}
          onClose={() => setAsked(null)}
          onDone={() => {
            setAsked(null)
            setNotice(t('library.revived', { version: asked }))
          }}
        />
      )}
    </>
  )
}

interface ReviveProps {
  id: string
  version: number
  revision: number
  onClose: () => void
  onDone: () => void
}

/** Replaces the draft with a published version. Rejects if the draft changed since this page opened. */
function ReviveDialog({ id, version, revision, onClose, onDone }: ReviveProps) {
  async function revive() {
    const result = await call(reviveFormVersion, { params: { id }, body: { version, revision } })
    void reloadForms()
    if (!result.ok) return result.message
    onDone()
    return null
  }
  return (
    <ConfirmCall
      onClose={onClose}
      run={revive}
      title={t('library.reviveTitle', { version })}
      text={t('library.reviveText')}
      confirm={t('library.revive')}
      cancel={t('common.cancel')}
    />
  )
}

function Loading() {
  return (
    <Stack gap="xs" role="status" aria-label={t('common.loading')}>
      <Skeleton height={96} radius="lg" />
      <Skeleton height={96} radius="lg" />
    </Stack>
  )
}

interface Props {
  id: string
  /** Newest first. */
  versions: readonly number[]
  /** Names by key, for sections that still exist. */
  names: ReadonlyMap<string, string>
}

/** Compares two versions or the draft. Starts with the last two published versions. */
function Difference({ id, versions, names }: Props) {
  const [newest, before] = versions
  const [from, setFrom] = useState(String(before ?? newest ?? 1))
  const [to, setTo] = useState(before === undefined ? 'draft' : String(newest))
  const { data, error, refetch, isFetching } = useQuery({
    ...reading(formDifference, { params: { id }, query: { from, to } }),
    staleTime: 0,
  })
  const choices = [
    { value: 'draft', label: t('library.draft') },
    ...versions.map((version) => ({ value: String(version), label: t('library.version', { version }) })),
  ]
  return (
    <section aria-labelledby="difference">
      <Title order={2} id="difference" mb="sm">
        {t('library.difference')}
      </Title>
      <Group gap="md" mb="md">
        <NativeSelect
          label={t('library.from')}
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
          data={choices}
        />
        <NativeSelect
          label={t('library.to')}
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
          data={choices}
        />
      </Group>
      {error && <ErrorState text={error.message} onRetry={() => refetch()} busy={isFetching} />}
      {!error && !data && <Skeleton height={80} radius="lg" />}
      {data?.data.length === 0 && <Text>{t('library.same')}</Text>}
      {data && data.data.length > 0 && <Changes changes={data.data} names={names} />}
    </section>
  )
}
