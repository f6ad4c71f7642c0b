import { t } from '#web/lib/language/translate.ts'
import { useOnline } from '#web/lib/page/use-online.ts'
import classes from './download-dialog.module.css'

/** What a download's button says: its file is made by the server. */
export function DownloadWords({ words }: { words: string }) {
  if (useOnline()) return words
  return (
    <span className={classes.words}>
      {words}
      <span className={classes.needs}>{t('reports.needsNetwork')}</span>
    </span>
  )
}
