import { Button, CloseButton } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import classes from './plans.module.css'
import type { Done } from './use-pins.ts'

/** What was done to a pin, and the way back. */
export function UndoBar({ done, onUndo, onClose }: { done: Done; onUndo: () => void; onClose: () => void }) {
  return (
    <div className={classes.bar} data-short>
      <p className={classes.barText} role="status">
        {done.text}
      </p>
      <Button variant="subtle" px="xs" onClick={onUndo}>
        {t('plans.undo')}
      </Button>
      <CloseButton aria-label={t('common.close')} onClick={onClose} />
    </div>
  )
}
