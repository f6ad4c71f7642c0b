import { memo, useCallback, useMemo, useRef, useSyncExternalStore } from 'react'
import { logicOf } from '#survey/logic/template-logic.ts'
import type { SubSection } from '#survey/survey.ts'
import { useDraft } from '../draft-context.ts'
import { VirtualList } from '../sections/virtual-list.tsx'
import classes from './field.module.css'
import { Field } from './field.tsx'
import { estimatedHeight } from './field-columns.ts'
import { useLinkTarget } from './link-target.ts'

interface Props {
  readonly sectionId: string
  readonly subSectionId: string
}

/**
 * The visible fields of a sub-section. Renders only when a condition shows or hides a field, and mounts only
 * fields near the screen.
 */
export const FieldList = memo(function FieldList({ sectionId, subSectionId }: Props) {
  const draft = useDraft()
  const { field: wanted } = useLinkTarget()
  const ids = useShownFields(subSectionId)
  const needed = useMemo(() => (ids.includes(wanted) ? [wanted] : []), [ids, wanted])
  const place = useMemo(() => ({ section: sectionId, subSection: subSectionId }), [sectionId, subSectionId])
  const heightOf = useCallback(
    (some: readonly string[], columns: 1 | 2) =>
      estimatedHeight(
        some.flatMap((id) => draft.answer(id)?.field ?? []),
        columns,
      ),
    [draft],
  )
  return (
    <VirtualList
      ids={ids}
      needed={needed}
      className={classes.list}
      elementId={elementId}
      heightOf={heightOf}
      render={(id) => <Field key={id} answerId={id} place={place} />}
    />
  )
})

function elementId(id: string): string {
  return `field-${id}`
}

interface Shown {
  /** Sub-section and template version of `ids`. */
  readonly of: string
  readonly ids: readonly string[]
}

/**
 * The ids of a sub-section's visible answers. Returns the same array until a condition or a move changes it.
 */
function useShownFields(subSectionId: string): readonly string[] {
  const draft = useDraft()
  const last = useRef<Shown>({ of: '', ids: [] })
  const subscribe = useCallback(
    (listener: () => void) => draft.subscribeOne(subSectionId, listener),
    [draft, subSectionId],
  )
  return useSyncExternalStore(subscribe, () => {
    const { template } = draft.survey
    const of = `${template.id} ${subSectionId}`
    const { ids } = last.current
    const fixed = of === last.current.of && ids.length > 0 && !logicOf(template).hides
    if (!fixed) {
      const now = shownIn(draft.part(subSectionId))
      last.current = { of, ids: same(ids, now) ? ids : now }
    }
    return last.current.ids
  })
}

function shownIn(part: SubSection | undefined): readonly string[] {
  return (part?.answers ?? []).flatMap(({ id, hidden }) => (hidden ? [] : [id]))
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index])
}
