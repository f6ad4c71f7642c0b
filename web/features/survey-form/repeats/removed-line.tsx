import { Button, CloseButton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { useNavigate } from '#web/lib/page/router.tsx'
import { restorePart } from '#web/offline/draft/draft-actions.ts'
import { subscribe } from '#web/offline/store/bus.ts'
import { useDraft, usePart } from '../draft-context.ts'
import { formPath } from '../form-params.ts'
import classes from './removed-line.module.css'
import { type LastRemoved, setLastRemoved, useLastRemoved } from './removed-part.ts'

/**
 * The last deleted sub-section, with Undo. Shown until the user types, opens another section, or deletes another one.
 */
export function RemovedLine({ sectionId }: { sectionId: string }) {
  const removed = useLastRemoved(useDraft(), sectionId)
  useEffect(() => () => setLastRemoved(null), [])
  // A live region must exist before its text appears.
  return (
    <div role="status">
      {removed && <Line key={removed.subSection} removed={removed} sectionId={sectionId} />}
    </div>
  )
}

function Line({ removed, sectionId }: { removed: LastRemoved; sectionId: string }) {
  const { draft, subSection, name, called } = removed
  const navigate = useNavigate()
  const [state, setState] = useState<'deleted' | 'busy' | 'returns'>('deleted')
  const isBack = usePart(subSection) !== undefined
  useEffect(() => {
    if (isBack) setLastRemoved(null)
  }, [isBack])
  useEffect(
    () =>
      subscribe(draft.account, (event, elsewhere) => {
        if (event.kind === 'typed' && !elsewhere && event.survey === draft.survey.id) setLastRemoved(null)
      }),
    [draft],
  )
  async function undo(): Promise<void> {
    setState('busy')
    const done = await restorePart(draft, subSection, called)
    const { survey } = draft
    if (done && draft.part(subSection)) {
      const to = formPath(survey.template.id, survey.id, sectionId, subSection)
      navigate(to, { state: { jump: subSection }, replace: true })
    }
    setState(done ? 'returns' : 'deleted')
  }
  return (
    <div className={classes.line}>
      <span className={classes.words}>
        {t(state === 'returns' ? 'form.comesBack' : 'form.removed', { name })}
      </span>
      {state !== 'returns' && (
        <Button size="compact-md" variant="light" loading={state === 'busy'} onClick={() => void undo()}>
          {t('form.removedUndo')}
        </Button>
      )}
      <CloseButton size="lg" aria-label={t('common.close')} onClick={() => setLastRemoved(null)} />
    </div>
  )
}
