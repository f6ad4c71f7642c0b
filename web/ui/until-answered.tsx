import { Button, Stack, Text } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useSyncExternalStore } from 'react'
import { holdFirstScreen } from '#web/lib/first-screen.ts'
import { reloadPage } from '#web/lib/reload.ts'
import { say } from '#web/lib/say.ts'
import { isSilent, onSilence } from '#web/offline/store/silence.ts'

/** Around what stands for something that the device is to bring: where the device's store gives no answer, that is said. */
export function UntilAnswered({ children }: { children: ReactNode }) {
  useLayoutEffect(holdFirstScreen, [])
  const silent = useSyncExternalStore(onSilence, isSilent)
  return silent ? <StoreSilent /> : children
}

function StoreSilent() {
  return (
    <Stack align="center" gap="md" py="xl" px="md" maw="36rem" mx="auto" role="alert" data-store-silent>
      <Text ta="center">{say('program.silent')}</Text>
      <Button variant="default" onClick={() => void reloadPage()}>
        {say('program.reload')}
      </Button>
    </Stack>
  )
}
