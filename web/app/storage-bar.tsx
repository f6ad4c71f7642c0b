import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { MessageKey } from '#contract/messages/catalogue.ts'
import { isPrivate } from '#web/lib/files/storage-facts.ts'
import { t } from '#web/lib/language/translate.ts'
import { useLocation } from '#web/lib/page/router.tsx'
import { useAskBeforeLeaving } from '#web/lib/page/use-ask-before-leaving.ts'
import { isReloading } from '#web/lib/start/reload.ts'
import { useWaiting } from '#web/offline/outbox/waiting.ts'
import { acceptStorageNote, type StorageNote, watchFirstAnswer } from '#web/offline/store/protect-work.ts'
import classes from './bar.module.css'

const words: Readonly<Record<StorageNote, MessageKey>> = {
  ask: 'program.keepReason',
  install: 'program.installReason',
  private: 'program.privateReason',
  refused: 'program.refusedReason',
}

const isLeft = () => !isReloading()

/**
 * Explains once how answers are stored on this device. Not within a form, where it would push the foot bar up
 * under the thumb; the next screen shows it.
 */
export function StorageBar({ account }: { account: string }) {
  useAskBeforeLeaving(useIsAtRisk(), isLeft)
  const [note, setNote] = useState<StorageNote | null>(null)
  const { pathname } = useLocation()
  useEffect(() => watchFirstAnswer(account, setNote), [account])
  if (!note || /^\/survey(\/|$)/.test(pathname)) return null
  const close = () => {
    setNote(null)
    void acceptStorageNote(note)
  }
  return (
    <div className={classes.bar} role="status">
      <p className={classes.text}>{t(words[note])}</p>
      <Button variant="light" size="sm" mih={44} onClick={close}>
        {t(note === 'ask' ? 'common.continue' : 'common.ok')}
      </Button>
    </div>
  )
}

/** Whether closing this private window would lose work. Ordinary windows keep the device's data. */
function useIsAtRisk(): boolean {
  const [hidden, setHidden] = useState(false)
  useEffect(() => {
    void isPrivate().then(setHidden)
  }, [])
  const waiting = useWaiting()
  // Unknown counts as unsent.
  return hidden && waiting?.unsent !== 0
}
