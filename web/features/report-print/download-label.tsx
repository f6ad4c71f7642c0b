import { t } from '#web/lib/language/translate.ts'
import { useOnline } from '#web/lib/page/use-online.ts'
import classes from './download-dialog.module.css'

/** A download button's label. Offline, adds that it needs a network. */
export function DownloadLabel({ words }: { words: string }) {
  if (useOnline()) return words
  return (
    <span className={classes.words}>
      {words}
      <span className={classes.needs}>{t('reports.needsNetwork')}</span>
    </span>
  )
}
