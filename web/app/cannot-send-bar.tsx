import { useSyncExternalStore } from 'react'
import { t } from '#web/lib/language/translate.ts'
import classes from './bar.module.css'
import { ReloadButton } from './reload-button.tsx'
import { isSenderMissing, onSenderMissing } from './sender-watch.ts'

/** What to do where the code that sends stays away although the server answers. */
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
