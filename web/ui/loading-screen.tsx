import { Center, Loader } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import classes from './loading-screen.module.css'
import { SlowLoadingNotice } from './slow-loading-notice.tsx'

/** A loading screen. Appears after a moment, so that fast loads do not flicker. */
export function LoadingScreen() {
  return (
    <>
      <Center className={classes.late ?? ''} mih="50dvh" role="status" aria-label={t('common.loading')}>
        <Loader />
      </Center>
      <SlowLoadingNotice onReload={() => location.reload()} />
    </>
  )
}
