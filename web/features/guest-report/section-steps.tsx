import { Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { t } from '#web/lib/language/translate.ts'
import classes from './guest-screen.module.css'

interface Props {
  readonly index: number
  readonly total: number
  readonly onStep: (index: number) => void
}

export function SectionSteps({ index, total, onStep }: Props) {
  return (
    <div className={classes.steps}>
      <Button
        variant="default"
        leftSection={<IconChevronLeft size={20} aria-hidden />}
        disabled={index === 0}
        onClick={() => onStep(index - 1)}
      >
        {t('common.back')}
      </Button>
      <Button
        variant="default"
        rightSection={<IconChevronRight size={20} aria-hidden />}
        disabled={index >= total - 1}
        onClick={() => onStep(index + 1)}
      >
        {t('common.next')}
      </Button>
    </div>
  )
}
