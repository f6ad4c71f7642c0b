import { Button } from '@mantine/core'
import { IconClipboardList } from '@tabler/icons-react'
import { t } from '#web/lib/language/translate.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SampleOffer } from './sample-offer.tsx'

/** A list without a survey: begin one, or look at one that shows what surveys can have. */
export function NoneYet({ onCreate }: { onCreate: () => void }) {
  return (
    <EmptyState text={t('surveys.noneFound')} icon={<IconClipboardList size={40} stroke={1.5} aria-hidden />}>
      <Button onClick={onCreate}>{t('history.create')}</Button>
      <SampleOffer />
    </EmptyState>
  )
}
