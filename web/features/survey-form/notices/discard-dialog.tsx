import { Button, Skeleton, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { useNavigate } from '#web/lib/page/router.tsx'
import { discardRefused } from '#web/offline/draft/draft-actions.ts'
import { type RejectedChanges, readRejected } from '#web/offline/record/discard.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useDraft } from '../draft-context.ts'
import { downloadAnswers } from '../saving/download-answers.ts'
import classes from './discard-dialog.module.css'
import { lossText } from './loss-text.ts'

/** Lists everything that would be lost and offers the answers as a file first. */
export function DiscardDialog({ onClose }: { onClose: () => void }) {
  const draft = useDraft()
  const navigate = useNavigate()
  const [refused, setRefused] = useState<RejectedChanges | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    readRejected(draft.account, draft.survey.id).then(setRefused, () => setError(t('common.somethingWrong')))
  }, [draft])

  async function discard() {
    if (!refused) return
    setBusy(true)
    const done = await discardRefused(draft, refused.entries)
    setBusy(false)
    if (!done) return setError(t('common.somethingWrong'))
    onClose()
    if (done.gone) navigate('/dashboard', { replace: true })
  }

  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() => void discard()}
      title={t('form.discardTitle')}
      text={t('form.discardText')}
      confirm={t('form.discard')}
      cancel={t('common.cancel')}
      danger
      busy={busy}
      error={error}
    >
      {refused ? <Losses refused={refused} /> : <Skeleton height={24} mb="md" />}
      <Text size="sm" c="dimmed" mb="xs">
        {t('form.discardDownload')}
        {refused?.losses.some(({ kind }) => kind === 'file') && ` ${t('form.discardFiles')}`}
      </Text>
      <Button
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden />}
        onClick={() => downloadAnswers(draft.survey)}
      >
        {t('form.downloadAnswers')}
      </Button>
    </ConfirmDialog>
  )
}

function Losses({ refused }: { refused: RejectedChanges }) {
  const { survey } = useDraft()
  const texts = refused.losses.map((loss) => lossText(survey, loss))
  return (
    <ul className={classes.losses}>
      {[...new Set(texts)].map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}
