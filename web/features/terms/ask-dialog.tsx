import { Alert, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { BoxSkeleton, LegalBox } from './legal-body.tsx'
import { useLegalText } from './queries.ts'
import { saveTermsAnswer } from './save-terms-answer.ts'
import { termsDate } from './terms-date.ts'

/** Asks to accept changed terms now or later. Accepting ends the question, which closes the dialog. */
export function AskDialog({ onLater }: { onLater: () => void }) {
  const { data: text, error, refetch, isFetching } = useLegalText('terms')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  async function accept() {
    if (!text) return
    setBusy(true)
    setProblem('')
    const result = await saveTermsAnswer(text.id, true)
    setBusy(false)
    if (!result.ok) setProblem(result.message)
  }
  return (
    <Dialog
      opened
      size="lg"
      closeOnClickOutside={false}
      onClose={busy ? () => undefined : onLater}
      title={t('terms.askTitle')}
    >
      {text && (
        <>
          <Text mb="md">{t('terms.askText', { date: termsDate(text.attributes.created_at) })}</Text>
          <LegalBox low title={t('terms.termsTitle')} html={text.attributes.description} />
        </>
      )}
      {!text && !error && <BoxSkeleton low />}
      {!text && error && (
        <ErrorState text={t('terms.notLoaded')} onRetry={() => refetch()} busy={isFetching} />
      )}
      {problem && (
        <Alert color="red" role="alert" mt="md">
          {problem}
        </Alert>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onLater} disabled={busy} data-autofocus>
          {t('terms.askLater')}
        </Button>
        <Button onClick={accept} loading={busy} disabled={!text}>
          {t('terms.askAccept')}
        </Button>
      </Group>
    </Dialog>
  )
}
