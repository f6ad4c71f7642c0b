import { Button, Group, Progress, Text } from '@mantine/core'
import { useState } from 'react'
import { acceptSurvey } from '#contract/surveys/reviews.ts'
import { FailedList } from '#web/features/history/many/failed-list.tsx'
import { useEach } from '#web/features/history/many/use-each.ts'
import { call } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { type QueuedSurvey, refreshQueue } from './queries.ts'

interface Props {
  readonly surveys: readonly QueuedSurvey[]
  readonly onAccepted: (survey: QueuedSurvey) => void
  readonly onClose: () => void
}

/** Confirms, then accepts the surveys one by one and names those that failed. Closing it stops. */
export function AcceptMany({ surveys, onAccepted, onClose }: Props) {
  const { done, busy, failed, run } = useEach<QueuedSurvey>()
  const [accepted, setAccepted] = useState<number | null>(null)
  const count = surveys.length

  async function accept(survey: QueuedSurvey): Promise<string | null> {
    const { last_edited } = survey.attributes
    const result = await call(acceptSurvey, { params: { id: survey.id }, body: { last_edited } })
    if (!result.ok) return result.status === 0 ? t('reviews.queueOffline') : result.message
    onAccepted(survey)
    return null
  }
  async function acceptAll() {
    setAccepted(await run(surveys, accept))
    refreshQueue()
  }
  const close = () => {
    if (busy) refreshQueue()
    onClose()
  }

  return (
    <Dialog opened onClose={close} title={t('reviews.acceptManyTitle', { count })}>
      {accepted === null && <Text>{t('reviews.acceptManyText')}</Text>}
      {busy && <Progress mt="md" value={((done ?? 0) * 100) / count} aria-label={t('reviews.accept')} />}
      <Text role="status" mih="1.5rem" my="sm">
        {accepted !== null
          ? t('reviews.acceptedMany', { count: accepted })
          : done !== null && t('reviews.acceptProgress', { done, count })}
      </Text>
      <FailedList failed={failed} />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={close} data-autofocus>
          {accepted === null ? t('common.cancel') : t('common.done')}
        </Button>
        {accepted === null && (
          <Button loading={busy} onClick={() => void acceptAll()}>
            {t('reviews.accept')}
          </Button>
        )}
      </Group>
    </Dialog>
  )
}
