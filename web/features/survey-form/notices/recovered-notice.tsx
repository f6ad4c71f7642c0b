import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useSyncExternalStore } from 'react'
import { t } from '#web/lib/language/translate.ts'
import type { Draft } from '#web/offline/draft/draft.ts'
import { closeRecovered } from '#web/offline/draft/draft-actions.ts'
import { useDraft, useMayEdit } from '../draft-context.ts'
import type { RecoveredAnswer } from './recovered-calls.ts'
import { RecoveredDialog, titleKeyOf } from './recovered-dialog.tsx'
import classes from './recovered-notice.module.css'
import { useNotice } from './use-notice.ts'
import { useRecovered } from './use-recovered.ts'

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
