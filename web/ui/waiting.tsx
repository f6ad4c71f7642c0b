import { Center, Loader } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import { StillWaiting } from './still-waiting.tsx'
import classes from './waiting.module.css'

/** A loading screen. Appears after a moment, so that fast loads do not flicker. */
export function Waiting() {
  return (
    <>
      <Center className={classes.late ?? ''} mih="50dvh" role="status" aria-label={t('common.loading')}>
        <Loader />
      </Center>
      <StillWaiting onReload={() => location.reload()} />
    </>
  )
}
