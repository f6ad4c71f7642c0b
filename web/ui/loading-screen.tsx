import { Center, Loader } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import classes from './loading-screen.module.css'
import { StillWaiting } from './slow-loading-notice.tsx'

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
