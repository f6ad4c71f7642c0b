import { Button, Stack, Text } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useSyncExternalStore } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { holdFirstScreen } from '#web/lib/start/first-screen.ts'
import { reloadPage } from '#web/lib/start/reload.ts'
import { isSilent, onSilence } from '#web/offline/store/silence.ts'
import { StillWaiting } from './still-waiting.tsx'

/**
 * Around what stands for something that the device or the server is to bring: after a moment that is said in words, and
 * where the device's store gives no answer, that is.
 */
export function UntilAnswered({ children }: { children: ReactNode }) {
  useLayoutEffect(holdFirstScreen, [])
  const silent = useSyncExternalStore(onSilence, isSilent)
  if (silent) return <StoreSilent />
  return (
    <>
      <StillWaiting onReload={() => void reloadPage()} />
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
