import { Button } from '@mantine/core'
import { say } from '#web/lib/say.ts'
import classes from './plans.module.css'

/** While a pin is being placed: which one, how, and the two ways out. */
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
        <strong>{say('plans.placing', { name })}</strong>
        <span className={classes.forFingers}>{say('plans.placingTap')}</span>
        <span className={classes.forKeys}>{say('plans.placingHint')}</span>
      </p>
      <Button variant="default" onClick={onLeave}>
        {say('common.cancel')}
      </Button>
      <Button onClick={onPut}>{say('plans.place')}</Button>
    </div>
  )
}
