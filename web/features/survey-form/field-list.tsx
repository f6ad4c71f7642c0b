import { memo, useMemo } from 'react'
import { useDraft } from './draft-context.ts'
import classes from './field.module.css'
import { Field } from './field.tsx'

interface Props {
  readonly sectionId: string
  readonly subSectionId: string
}

/** The fields of a sub-section never change while it exists, so nothing here is drawn twice. */
export const FieldList = memo(function FieldList({ sectionId, subSectionId }: Props) {
  const draft = useDraft()
  const ids = useMemo(() => {
    const section = draft.survey.sections.find(({ id }) => id === sectionId)
    const part = section?.subSections.find(({ id }) => id === subSectionId)
    return (part?.answers ?? []).map(({ id }) => id)
  }, [draft, sectionId, subSectionId])
  const place = useMemo(() => ({ section: sectionId, subSection: subSectionId }), [sectionId, subSectionId])
  return (
    <div className={classes.list}>
      {ids.map((id) => (
        <Field key={id} answerId={id} place={place} />
      ))}
    </div>
  )
})
