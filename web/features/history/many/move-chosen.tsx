import { Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { listMoves } from '#contract/surveys/survey-moves.ts'
import type { MoveTarget } from '#web/features/survey-moves/move-many.ts'
import { MoveStepsDialog } from '#web/features/survey-moves/move-steps-dialog.tsx'
import { call } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { useSession } from '#web/lib/session/session.ts'
import { fetchSurvey } from '#web/offline/incoming/fetch-survey.ts'
import { hasCopy } from '#web/offline/incoming/server-copy.ts'
import type { DeviceSurvey } from '#web/offline/list/merge-list.ts'
import { isOwn } from '../is-own.ts'
import { FailedList } from './failed-list.tsx'
import { type Failed, useEach } from './use-each.ts'

interface Props {
  surveys: readonly DeviceSurvey[]
  onClose: () => void
}

/** Moves those of the selected surveys that the user owns to the newest version of their template. */
export function MoveChosen({ surveys, onClose }: Props) {
  const account = useSession()?.userId ?? ''
  const own = surveys.filter(isOwn)
  const { failed, run } = useEach()
  const [towards, setTowards] = useState<readonly MoveTarget[] | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, for the surveys selected on opening
  useEffect(() => {
    const newer = new Map<string, string[]>()
    let wanted = true
    void run(own, async ({ id }) => {
      const asked = await call(listMoves, { query: { user_survey_id: id } })
      if (!asked.ok) return asked.status === 0 ? t('together.offline') : asked.message
      const to = asked.reply.meta.newer?.survey_template_id
      if (to !== undefined) newer.set(to, [...(newer.get(to) ?? []), id])
      return null
    }).then(() => wanted && setTowards([...newer].map(([templateId, ids]) => ({ templateId, ids }))))
    return () => {
      wanted = false
    }
  }, [])
  const ids = (towards ?? []).flatMap((one) => one.ids)
  return (
    <MoveStepsDialog
      title={t('many.move')}
      towards={towards}
      note=""
      onClose={onClose}
      onChanged={() => void reloadMoved(account, ids)}
    >
      {towards && <Found count={ids.length} of={surveys.length} failed={failed} own={own.length} />}
    </MoveStepsDialog>
  )
}

interface FoundProps {
  count: number
  of: number
  own: number
  failed: readonly Failed[]
}

function Found({ count, of, own, failed }: FoundProps) {
  const newest = own - count - failed.length
  return (
    <>
      {count > 0 && <Text>{t('many.moveFound', { count })}</Text>}
      {newest > 0 && <Text>{t('many.moveNone', { count: newest })}</Text>}
      {of > own && <Text size="sm">{t('many.notOwn', { count: of - own })}</Text>}
      <FailedList failed={failed} />
    </>
  )
}

/** Reloads moved surveys that are on this device; others load when they are opened. */
async function reloadMoved(account: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) if (await hasCopy(account, id)) await fetchSurvey(account, id)
}
