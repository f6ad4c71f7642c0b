import { Skeleton, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { inMbOrGb } from '#web/lib/file-size.ts'
import { say } from '#web/lib/say.ts'
import { type Freeable, freeSpace, readFreeable } from '#web/offline/storage/free-space.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { NoticeDialog } from '#web/ui/notice-dialog.tsx'
import classes from './device-storage.module.css'

interface Props {
  readonly account: string
  readonly onClose: () => void
  readonly onFreed: (words: string) => void
}

/** Says before how much may go, and after how much went. */
export function FreeDialog({ account, onClose, onFreed }: Props) {
  const [freeable, setFreeable] = useState<Freeable | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    readFreeable(account).then(setFreeable, () => setError(say('common.somethingWrong')))
  }, [account])

  async function free() {
    setBusy(true)
    try {
      const size = inMbOrGb(await freeSpace(account))
      onFreed(say('storage.freed', { size }))
      onClose()
    } catch {
      setBusy(false)
      setError(say('common.somethingWrong'))
    }
  }

  if (freeable && freeable.pictures === 0 && freeable.surveys.length === 0) {
    return (
      <NoticeDialog opened onClose={onClose} title={say('storage.free')} text={say('storage.freeNothing')} />
    )
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() => void free()}
      title={say('storage.freeTitle')}
      text={say('storage.freeText')}
      confirm={freeable ? `${say('storage.free')} (${inMbOrGb(freeable.bytes)})` : say('storage.free')}
      cancel={say('common.cancel')}
      busy={busy}
      error={error}
    >
      {freeable ? (
        <ul className={classes.losses}>
          {freeable.pictures > 0 && (
            <li>{say('storage.freePictures', { size: inMbOrGb(freeable.pictures) })}</li>
          )}
          {freeable.surveys.length > 0 && (
            <li>{say('storage.freeSurveys', { count: freeable.surveys.length })}</li>
          )}
        </ul>
      ) : (
        <Skeleton height={24} />
      )}
      {busy && <Text size="sm">{say('storage.freeing')}</Text>}
    </ConfirmDialog>
  )
}
