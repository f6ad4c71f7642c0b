import { Skeleton, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { inMbOrGb } from '#web/lib/language/file-size.ts'
import { t } from '#web/lib/language/translate.ts'
import { type Freeable, freeSpace, readFreeable } from '#web/offline/storage/free-space.ts'
import { logError } from '#web/offline/store/journal.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { NoticeDialog } from '#web/ui/notice-dialog.tsx'
import classes from './device-storage.module.css'

interface Props {
  readonly account: string
  readonly onClose: () => void
  readonly onFreed: (words: string) => void
}

/** Shows how much space can be freed, then how much was. */
export function FreeDialog({ account, onClose, onFreed }: Props) {
  const [freeable, setFreeable] = useState<Freeable | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    readFreeable(account).then(setFreeable, () => setError(t('common.somethingWrong')))
  }, [account])

  async function free() {
    setBusy(true)
    try {
      const size = inMbOrGb(await freeSpace(account))
      onFreed(t('storage.freed', { size }))
      onClose()
    } catch (failed) {
      logError('free space')(failed)
      setBusy(false)
      setError(t('common.somethingWrong'))
    }
  }

  if (freeable && freeable.pictures === 0 && freeable.surveys.length === 0) {
    return <NoticeDialog opened onClose={onClose} title={t('storage.free')} text={t('storage.freeNothing')} />
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() => void free()}
      title={t('storage.freeTitle')}
      text={t('storage.freeText')}
      confirm={freeable ? `${t('storage.free')} (${inMbOrGb(freeable.bytes)})` : t('storage.free')}
      cancel={t('common.cancel')}
      busy={busy}
      error={error}
    >
      {freeable ? (
        <ul className={classes.losses}>
          {freeable.pictures > 0 && (
            <li>{t('storage.freePictures', { size: inMbOrGb(freeable.pictures) })}</li>
          )}
          {freeable.surveys.length > 0 && (
            <li>{t('storage.freeSurveys', { count: freeable.surveys.length })}</li>
          )}
        </ul>
      ) : (
        <Skeleton height={24} />
      )}
      {busy && <Text size="sm">{t('storage.freeing')}</Text>}
    </ConfirmDialog>
  )
}
