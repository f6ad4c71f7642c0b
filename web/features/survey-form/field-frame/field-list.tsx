import { memo, useCallback, useMemo } from 'react'
import { useDraft } from '../draft-context.ts'
import { VirtualList } from '../sections/virtual-list.tsx'
import classes from './field.module.css'
import { Field } from './field.tsx'
import { estimatedHeight } from './field-columns.ts'
import { useLinkTarget } from './link-target.ts'
import { useShownFields } from './use-shown-fields.ts'

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
