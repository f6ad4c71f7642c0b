import { Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect } from 'react'
import { limits } from '#contract/limits.ts'
import { t } from '#web/lib/language/translate.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import classes from './recovered-item.module.css'
import { RecoveredItem } from './recovered-item.tsx'
import type { RecoveredAnswers } from './use-recovered.ts'

/** What was kept of deleted parts, each with what can be done with it. */
export function RecoveredDialog({
  recovered,
  onClose,
}: {
  recovered: RecoveredAnswers
  onClose: () => void
}) {
  const narrow = useMediaQuery(`(max-width: ${limits.breakpointDialog}px)`)
  const kept = recovered.kept ?? []
  const count = kept.length
  // The last one has been put somewhere.
  useEffect(() => {
    if (count === 0) onClose()
  }, [count, onClose])
  return (
    <Dialog
      opened
      onClose={onClose}
      size="lg"
      fullScreen={narrow ?? false}
      title={t('together.recovered', { count })}
    >
      <Text c="dimmed" size="sm" mb="md">
        {t('together.recoveredText')}
      </Text>
      <ul className={classes.list}>
        {kept.map((item) => (
          <RecoveredItem key={item.id} item={item} recovered={recovered} />
        ))}
      </ul>
    </Dialog>
  )
}
