import { Alert, Button, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, use, useMemo, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { formVersions } from '#contract/templates/custom-forms.ts'
import { formDifference } from '#survey/form-difference.ts'
import { withOptionIds } from '#survey/option-ids.ts'
import { Changes, sectionNames } from '#web/features/form-library/changes.tsx'
import { reading } from '#web/lib/http/query-client.ts'
import { t } from '#web/lib/language/translate.ts'
import { useParams } from '#web/lib/page/route.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { GrowingTextarea } from '#web/ui/growing-textarea.tsx'
import { useBuilder, useBuilderValue } from './builder.ts'
import classes from './publish-dialog.module.css'
import { PublishedDialog } from './published-dialog.tsx'
import { FaultsContext } from './use-faults.ts'

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
