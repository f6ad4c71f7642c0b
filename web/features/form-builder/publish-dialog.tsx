import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, use, useMemo, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { surveysBehind } from '#contract/surveys/survey-moves.ts'
import { formVersions } from '#contract/templates/custom-forms.ts'
import { formDifference } from '#survey/form-difference.ts'
import { withOptionIds } from '#survey/option-ids.ts'
import { Changes, sectionNames } from '#web/features/form-library/changes.tsx'
import { reading } from '#web/lib/http/query-client.ts'
import { t } from '#web/lib/language/translate.ts'
import { useParams } from '#web/lib/page/route.tsx'
import { lazyPart } from '#web/lib/start/lazy-part.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { GrowingTextarea } from '#web/ui/growing-textarea.tsx'
import { NoticeDialog } from '#web/ui/notice-dialog.tsx'
import { Part } from '#web/ui/part.tsx'
import { useBuilder, useBuilderValue } from './builder.ts'
import classes from './publish-dialog.module.css'
import { FaultsContext } from './use-faults.ts'

const { View: MoveManyDialog } = lazyPart(
  async () => (await import('#web/features/survey-moves/move-many-dialog.tsx')).MoveManyDialog,
)

/** Shows the changes and affected surveys, publishes, and then offers to move open surveys. */
export function PublishDialog({ onClose }: { onClose: () => void }) {
  const builder = useBuilder()
  const version = useBuilderValue((state) => state.version)
  const { all } = use(FaultsContext)
  const [note, setNote] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [done, setDone] = useState(false)

  async function publish(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const published = await builder.publish(note)
    setBusy(false)
    if (published.kind === 'stale') return onClose()
    if (published.kind === 'unreached') return setProblem(t('builder.notPublished'))
    if (published.kind === 'refused') return setProblem(published.message)
    setDone(true)
  }

  if (done) return <PublishedDialog version={version} onClose={onClose} />
  return (
    <Dialog opened onClose={busy ? () => undefined : onClose} title={t('builder.publishTitle')} size="lg">
      <form onSubmit={publish}>
        <Text mb="md">{t('builder.publishText')}</Text>
        {all.length > 0 && (
          <Alert color="red" mb="md">
            {t('builder.faultsTitle', { count: all.length })}
          </Alert>
        )}
        {version > 0 && <ChangesSince version={version} />}
        {version > 0 && <OpenSurveys />}
        <GrowingTextarea
          label={t('builder.publishNote')}
          minRows={2}
          maxLength={limits.formNoteMax}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          data-autofocus
        />
        <div role="alert">
          {problem !== '' && (
            <Alert color="red" mt="md">
              {problem}
            </Alert>
          )}
        </div>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose} disabled={busy}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('builder.publish')}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}

/** The versions screen shows the rest. */
const shownMost = 100

/** Computed locally so that it works offline. */
function ChangesSince({ version }: { version: number }) {
  const { form, published } = useBuilder()
  const changes = useMemo(
    () => published && formDifference(published, withOptionIds(form, published)),
    [form, published],
  )
  const names = useMemo(
    () => new Map([...sectionNames(published ?? undefined), ...sectionNames(form)]),
    [form, published],
  )
  if (!changes) return null
  if (changes.length === 0) return <Text mb="md">{t('builder.publishNoChanges', { version })}</Text>
  const title = t('builder.publishChanges', { version, count: changes.length })
  return (
    <>
      <Text fw={600} mb="xs">
        {title}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions need keyboard access */}
      <section className={classes.changes} aria-label={title} tabIndex={0}>
        <Changes changes={changes.slice(0, shownMost)} names={names} />
        {changes.length > shownMost && (
          <Text size="sm" c="dimmed" mt="sm">
            {t('builder.publishMoreChanges', { count: changes.length - shownMost })}
          </Text>
        )}
      </section>
    </>
  )
}

/** Counts open surveys, all of which will be on an older version. */
function OpenSurveys() {
  const { id = '' } = useParams()
  const { data, error } = useQuery({ ...reading(formVersions, { params: { id } }), staleTime: 0 })
  if (error) return <Text mb="md">{t('builder.publishBehindUnknown')}</Text>
  if (!data) return <Skeleton height="1.5rem" mb="md" role="status" aria-label={t('common.loading')} />
  const count = data.data.reduce((sum, { attributes }) => sum + attributes.open_surveys, 0)
  return <Text mb="md">{t('builder.publishOpen', { count })}</Text>
}

interface Props {
  readonly version: number
  readonly onClose: () => void
}

/** After publishing: counts open surveys on older versions and offers to move those the user may move. */
function PublishedDialog({ version, onClose }: Props) {
  const { id = '' } = useParams()
  const [moving, setMoving] = useState(false)
  const versions = useQuery({ ...reading(formVersions, { params: { id } }), staleTime: 0, gcTime: 0 })
  const all = versions.data?.data.map(({ attributes }) => attributes) ?? []
  const templateId = all.find((one) => one.version === version)?.survey_template_id ?? ''
  const older = all.filter((one) => one.version < version)
  const behind = older.reduce((sum, one) => sum + one.open_surveys, 0)
  const own = useQuery({
    ...reading(surveysBehind, { query: { survey_template_id: templateId, status: 'Started' } }),
    enabled: templateId !== '' && behind > 0,
    staleTime: 0,
    gcTime: 0,
  })
  const error = versions.error ?? own.error
  const mine = own.data?.meta.total ?? 0
  const isKnown = templateId !== '' && (behind === 0 || own.data !== undefined)
  const retry = () => void (versions.error ? versions.refetch() : own.refetch())
  if (moving)
    return (
      <Part instead={<NoticeDialog opened onClose={onClose} text={t('common.network')} />}>
        <MoveManyDialog
          openOnly
          templateId={templateId}
          version={version}
          onClose={onClose}
          onChanged={() => undefined}
        />
      </Part>
    )
  return (
    <Dialog opened onClose={onClose} title={t('builder.published', { version })}>
      <Stack gap="md">
        {error && (
          <ErrorState
            text={t('builder.publishBehindUnknown')}
            onRetry={retry}
            busy={versions.isFetching || own.isFetching}
          />
        )}
        {!error && !isKnown && <Skeleton height={48} role="status" aria-label={t('common.loading')} />}
        {!error && isKnown && (
          <div role="status">
            <Text>{t('builder.publishBehind', { count: behind })}</Text>
            {mine < behind && (
              <Text>
                {mine > 0 ? t('builder.publishMoveSome', { count: mine }) : t('builder.publishMoveNone')}
              </Text>
            )}
          </div>
        )}
        <Group justify="flex-end">
          <Button variant={mine > 0 ? 'default' : 'filled'} onClick={onClose} data-autofocus>
            {t(mine > 0 ? 'builder.publishMoveLater' : 'common.ok')}
          </Button>
          {mine > 0 && (
            <Button onClick={() => setMoving(true)}>{t('builder.publishMove', { count: mine })}</Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}
