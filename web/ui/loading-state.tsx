import { Button, Stack, Text } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useSyncExternalStore } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { holdFirstScreen } from '#web/lib/start/first-screen.ts'
import { reloadPage } from '#web/lib/start/reload.ts'
import { hasUnansweredRequest, onUnansweredRequest } from '#web/offline/store/unanswered-requests.ts'
import { SlowLoadingNotice } from './slow-loading-notice.tsx'

/**
 * Wraps a loading state of data from the device or server. Shows a message after a while, and another one if
 * the device's store does not respond.
 */
export function LoadingState({ children }: { children: ReactNode }) {
  useLayoutEffect(holdFirstScreen, [])
  const silent = useSyncExternalStore(onUnansweredRequest, hasUnansweredRequest)
  if (silent) return <StoreSilent />
  return (
    <>
      <SlowLoadingNotice onReload={() => void reloadPage()} />
      {children}
    </>
  )
}

function StoreSilent() {
  return (
    <Stack align="center" gap="md" py="xl" px="md" maw="36rem" mx="auto" role="alert" data-store-silent>
      <Text ta="center">{t('program.silent')}</Text>
      <Button variant="default" mih={44} onClick={() => void reloadPage()}>
        {t('common.reload')}
      </Button>
    </Stack>
  )
}
