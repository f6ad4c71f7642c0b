import { Button, Group, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { markScreenDrawn } from '#web/lib/start/first-screen.ts'
import classes from './slow-loading-notice.module.css'

/** Milliseconds until the message appears. */
const delay = 2_000

/** Next to a loading indicator: shows that loading takes long, and how to reload. */
export function SlowLoadingNotice({ onReload }: { onReload: () => void }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => {
      setLate(true)
      // The message must not be covered by the page's skeleton.
      markScreenDrawn()
    }, delay)
    return () => clearTimeout(timer)
  }, [])
  if (!late) return null
  return (
    <Group justify="center" gap="xs" p="md" role="status" className={classes.place ?? ''}>
      <Text ta="center" maw="32rem">
        {t('common.stillWaiting')}
      </Text>
      <Button variant="default" mih={44} onClick={onReload}>
        {t('common.reload')}
      </Button>
    </Group>
  )
}
