import { memo, useCallback, useMemo } from 'react'
import type { FieldType } from '#contract/field-types.ts'
import type { TemplateField } from '#survey/template.ts'
import { useDraft } from './draft-context.ts'
import classes from './field.module.css'
import { Field } from './field.tsx'
import { NearList } from './near-list.tsx'
import { useShownFields } from './use-shown-fields.ts'
import { useWantedField } from './wanted-field.ts'

interface Props {
  readonly sectionId: string
  readonly subSectionId: string
}

/**
 * The fields of a sub-section change only where a condition shows or hides one, and then no other is drawn again;
 * of hundreds only those are drawn that are near.
 */
export const FieldList = memo(function FieldList({ sectionId, subSectionId }: Props) {
  const draft = useDraft()
  const wanted = useWantedField()
  const ids = useShownFields(subSectionId)
  const needed = useMemo(() => (ids.includes(wanted) ? [wanted] : []), [ids, wanted])
  const place = useMemo(() => ({ section: sectionId, subSection: subSectionId }), [sectionId, subSectionId])
  const heightOf = useCallback(
    (some: readonly string[]) => some.reduce((sum, id) => sum + aboutHigh(draft.answer(id)?.field), 0),
    [draft],
  )
  return (
    <NearList
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

/** Those that are higher than one line. */
const tall: Partial<Record<FieldType, number>> = { long_text: 2, position: 2 }

/** As a phone shows it: two choices stand beside each other. */
function aboutHigh(field: TemplateField | undefined): number {
  if (!field) return 0
  const chosen = field.type === 'checkbox' || field.type === 'radio'
  const rows = chosen ? Math.ceil(field.options.length / 2) : (tall[field.type] ?? 1)
  return 46 + rows * 54 + (field.media ? 64 : 0)
}
