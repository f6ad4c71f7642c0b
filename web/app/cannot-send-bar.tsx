import { useSyncExternalStore } from 'react'
import { t } from '#web/lib/language/translate.ts'
import classes from './bar.module.css'
import { ReloadButton } from './reload-button.tsx'
import { isSenderMissing, onSenderMissing } from './sender-watch.ts'

/** Shown if the code that sends fails to load although the server answers. */
export function CannotSendBar() {
  const missing = useSyncExternalStore(onSenderMissing, isSenderMissing)
  if (!missing) return null
  return (
    <div className={classes.bar} role="alert">
      <p className={classes.text}>{t('program.cannotSend')}</p>
      <ReloadButton />
    </div>
  )
}
