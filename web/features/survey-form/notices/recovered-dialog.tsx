import { Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect } from 'react'
import { limits } from '#contract/limits.ts'
import { t } from '#web/lib/language/translate.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import type { RecoveredAnswer } from './recovered-calls.ts'
import classes from './recovered-item.module.css'
import { RecoveredItem } from './recovered-item.tsx'
import type { RecoveredAnswers } from './use-recovered.ts'

/** The title: proposals come from a former owner's device, all others belong to deleted sub-sections. */
export function titleKeyOf(answers: readonly RecoveredAnswer[]) {
  if (!answers.some(isProposal)) return 'together.recovered'
  return answers.every(isProposal) ? 'collections.proposed' : 'collections.undecided'
}

function isProposal(answer: RecoveredAnswer | undefined): boolean {
  return answer?.attributes.user_survey_sub_section_id !== undefined
}

/** Answers the survey does not contain, each with buttons to restore or dismiss it. */
export function RecoveredDialog({
  recovered,
  onClose,
}: {
  recovered: RecoveredAnswers
  onClose: () => void
}) {
  const narrow = useMediaQuery(`(max-width: ${limits.breakpointDialog}px)`)
  const answers = recovered.answers ?? []
  const count = answers.length
  // Close after the last item was handled.
  useEffect(() => {
    if (count === 0) onClose()
  }, [count, onClose])
  return (
    <Dialog
      opened
      onClose={onClose}
      size="lg"
      fullScreen={narrow ?? false}
      title={t(titleKeyOf(answers), { count })}
    >
      <Text c="dimmed" size="sm" mb="md">
        {t(isProposal(answers[0]) ? 'collections.proposedText' : 'together.recoveredText')}
      </Text>
      <ul className={classes.list}>
        {answers.map((item) => (
          <RecoveredItem key={item.id} item={item} recovered={recovered} />
        ))}
      </ul>
    </Dialog>
  )
}
