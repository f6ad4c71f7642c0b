import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { forgetLostFiles, readLostFiles } from '#web/offline/server-rollback/lost-files.ts'
import { subscribe } from '#web/offline/store/bus.ts'
import { useDraft } from '../draft-context.ts'
import classes from './recovered-notice.module.css'
import { useNotice } from './use-notice.ts'

/** Photos, videos and plans lost when the server's data was restored. Shown until the user dismisses it. */
export function LostNotice() {
  const { account, survey } = useDraft()
  const [files, setFiles] = useState<readonly string[]>([])
  useEffect(() => {
    const read = () => void readLostFiles(account, survey.id).then(setFiles, () => undefined)
    read()
    return subscribe(account, (event) => event.kind === 'changed' && event.survey === survey.id && read())
  }, [account, survey.id])
  const close = () => void forgetLostFiles(account, survey.id).then(() => setFiles([]))
  return files.length > 0 && <Lost files={files} onClose={close} />
}

function Lost({ files, onClose }: { files: readonly string[]; onClose: () => void }) {
  const count = files.length
  useNotice('lost', t('media.lostShort', { count }))
  return (
    <div className={classes.notice} role="status">
      <div className={classes.words}>
        <p>{t('media.lost', { count })}</p>
        <ul>
          {files.map((name, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the order is fixed
            <li key={place}>{name}</li>
          ))}
        </ul>
      </div>
      <Button variant="default" onClick={onClose}>
        {t('common.ok')}
      </Button>
    </div>
  )
}
