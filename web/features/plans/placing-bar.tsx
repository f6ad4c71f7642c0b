import { Button } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import classes from './plans.module.css'

/** Shown while a pin is being placed: its name, instructions, and the buttons to place or cancel. */
export function PlacingBar({
  name,
  onPut,
  onLeave,
}: {
  name: string
  onPut: () => void
  onLeave: () => void
}) {
  return (
    <div className={classes.bar} role="status">
      <p className={classes.barText}>
        <strong>{t('plans.placing', { name })}</strong>
        <span className={classes.forFingers}>{t('plans.placingTap')}</span>
        <span className={classes.forKeys}>{t('plans.placingHint')}</span>
      </p>
      <Button variant="default" onClick={onLeave}>
        {t('common.cancel')}
      </Button>
      <Button onClick={onPut}>{t('plans.place')}</Button>
    </div>
  )
}
