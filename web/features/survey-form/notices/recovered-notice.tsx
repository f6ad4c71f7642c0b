import { Button, Text } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { useEffect, useSyncExternalStore } from 'react'
import { limits } from '#contract/limits.ts'
import { t } from '#web/lib/language/translate.ts'
import type { Draft } from '#web/offline/draft/draft.ts'
import { closeRecovered } from '#web/offline/draft/draft-actions.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useDraft, useMayEdit } from '../draft-context.ts'
import type { RecoveredAnswer } from './recovered-calls.ts'
import recoveredDialogStyles from './recovered-item.module.css'
import { RecoveredItem } from './recovered-item.tsx'
import classes from './recovered-notice.module.css'
import { useNotice } from './use-notice.ts'
import { type RecoveredAnswers, useRecovered } from './use-recovered.ts'

/** The number of answers to deleted sub-sections, with a button to review them. */
export function RecoveredNotice() {
  const mayEdit = useMayEdit()
  return mayEdit ? <Notice /> : null
}

function Notice() {
  const recovered = useRecovered()
  const [opened, { open, close }] = useDisclosure(false)
  const count = recovered.answers?.length ?? 0
  return (
    <>
      {count > 0 ? <ServerNotice answers={recovered.answers ?? []} onShow={open} /> : <DeviceNotice />}
      {opened && <RecoveredDialog recovered={recovered} onClose={close} />}
    </>
  )
}

function ServerNotice({ answers, onShow }: { answers: readonly RecoveredAnswer[]; onShow: () => void }) {
  const count = answers.length
  const words = titleKeyOf(answers)
  const short = words === 'together.recovered' ? 'together.recoveredShort' : 'collections.undecided'
  useNotice('recovered', t(short, { count }))
  return (
    <div className={classes.notice} role="status">
      <p className={classes.words}>{t(words, { count })}</p>
      <Button variant="default" onClick={onShow}>
        {t('together.recoveredShow')}
      </Button>
    </div>
  )
}

/** This device's recovered answers, shown until the server's list loads. */
function DeviceNotice() {
  const draft = useDraft()
  const recovered = useSyncExternalStore(draft.subscribe, () => draft.recovered)
  return recovered.length > 0 && <DeviceAnswers recovered={recovered} />
}

function DeviceAnswers({ recovered }: { recovered: Draft['recovered'] }) {
  const draft = useDraft()
  const count = recovered.length
  useNotice('recovered', t('together.recoveredShort', { count }))
  return (
    <div className={classes.notice} role="status">
      <div className={classes.words}>
        <p>{t('form.recoveredTitle', { count })}</p>
        <ul>
          {recovered.map(({ field, value }) => (
            <li key={`${field} ${value}`}>
              {t('form.lostAnswer', { field, value: value || t('form.conflictEmpty') })}
            </li>
          ))}
        </ul>
      </div>
      <Button variant="default" onClick={() => void closeRecovered(draft)}>
        {t('common.ok')}
      </Button>
    </div>
  )
}

/** The title: proposals come from a former owner's device, all others belong to deleted sub-sections. */
function titleKeyOf(answers: readonly RecoveredAnswer[]) {
  if (!answers.some(isProposal)) return 'together.recovered'
  return answers.every(isProposal) ? 'collections.proposed' : 'collections.undecided'
}

function isProposal(answer: RecoveredAnswer | undefined): boolean {
  return answer?.attributes.user_survey_sub_section_id !== undefined
}

/** Answers the survey does not contain, each with buttons to restore or dismiss it. */
function RecoveredDialog({ recovered, onClose }: { recovered: RecoveredAnswers; onClose: () => void }) {
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
      <ul className={recoveredDialogStyles.list}>
        {answers.map((item) => (
          <RecoveredItem key={item.id} item={item} recovered={recovered} />
        ))}
      </ul>
    </Dialog>
  )
}
