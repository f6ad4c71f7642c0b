import { Button } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import { useMayEdit } from '../draft-context.ts'
import classes from '../notices/access-notice.module.css'
import { useNotice } from '../notices/use-notice.ts'
import { useConflicts } from './conflict-places.ts'

/** The number of unresolved conflicts, with a button to the next one. */
export function ConflictCount() {
  const { count, showNext } = useConflicts()
  const mayEdit = useMayEdit()
  if (count === 0 || !mayEdit) return null
  return <ConflictNotice count={count} showNext={showNext} />
}

function ConflictNotice({ count, showNext }: ReturnType<typeof useConflicts>) {
  useNotice('conflicts', t('together.conflictShort', { count }))
  return (
    <div className={classes.notice} data-asks role="status">
      <p className={classes.words}>{t('together.conflictCount', { count })}</p>
      <Button variant="default" onClick={() => showNext()}>
        {t('together.show')}
      </Button>
    </div>
  )
}
