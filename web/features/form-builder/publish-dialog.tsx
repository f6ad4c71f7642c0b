import { Alert, Button, Group, Text } from '@mantine/core'
import { type FormEvent, use, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { t } from '#web/lib/language/translate.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { GrowingTextarea } from '#web/ui/growing-textarea.tsx'
import { NoticeDialog } from '#web/ui/notice-dialog.tsx'
import { useBuilder, useBuilderValue } from './builder.ts'
import { FaultsContext } from './use-faults.ts'

/** Asks what changed, and says what became of it. */
export function PublishDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const builder = useBuilder()
  const version = useBuilderValue((state) => state.version)
  const { all } = use(FaultsContext)
  const [note, setNote] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [done, setDone] = useState(false)

  function close() {
    setProblem('')
    setDone(false)
    onClose()
  }
  async function publish(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const published = await builder.publish(note)
    setBusy(false)
    if (published.kind === 'stale') return close()
    if (published.kind === 'unreached') return setProblem(t('builder.notPublished'))
    if (published.kind === 'refused') return setProblem(published.message)
    setNote('')
    setDone(true)
  }

  if (opened && done)
    return <NoticeDialog opened onClose={close} text={t('builder.published', { version })} />
  return (
    <Dialog opened={opened} onClose={busy ? () => undefined : close} title={t('builder.publishTitle')}>
      <form onSubmit={publish}>
        <Text mb="md">{t('builder.publishText')}</Text>
        {all.length > 0 && (
          <Alert color="red" mb="md">
            {t('builder.faultsTitle', { count: all.length })}
          </Alert>
        )}
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
          <Button variant="default" onClick={close} disabled={busy}>
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
