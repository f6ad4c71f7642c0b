import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { sectionProgress } from '#survey/progress.ts'
import { say } from '#web/lib/say.ts'
import { AddSimilar } from './add-similar.tsx'
import { useSection, useSurvey } from './draft-context.ts'
import { FieldList } from './field-list.tsx'
import { RepeatedPart } from './repeated-part.tsx'
import classes from './section-view.module.css'

interface Props {
  readonly sectionId: string
  readonly subSectionId: string
}

/** The one section that is drawn. A repeated one is an accordion, of which only open parts hold fields. */
export function SectionView({ sectionId, subSectionId }: Props) {
  const name = useSurvey(
    (survey) => survey.sections.find(({ id }) => id === sectionId)?.definition.name ?? '',
  )
  const parts = useSurvey((survey) => partIds(survey, sectionId)).split(' ')
  const repeats = useSurvey(
    (survey) => survey.sections.find(({ id }) => id === sectionId)?.definition.addSimilar ?? false,
  )
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set([subSectionId || (parts[0] ?? '')]))
  useEffect(() => {
    if (subSectionId) setOpen((known) => new Set(known).add(subSectionId))
  }, [subSectionId])
  const [added, setAdded] = useState('')
  useEffect(() => {
    const part = document.getElementById(`part-${added}`)
    part?.scrollIntoView({ block: 'start' })
    part?.querySelector('button')?.focus({ preventScroll: true })
  }, [added])
  // Only the new one stays open: it is what is filled next. From its first moment, lest a word that is typed at
  // once lands in the one before.
  const makeRoom = (id: string) => setOpen(new Set([id]))
  const toggle = (id: string) =>
    setOpen((known) => {
      const next = new Set(known)
      if (!next.delete(id)) next.add(id)
      return next
    })
  return (
    <section aria-labelledby="section-title">
      <SectionHeading name={name} sectionId={sectionId} />
      {parts.length === 1 ? (
        <FieldList sectionId={sectionId} subSectionId={parts[0] ?? ''} />
      ) : (
        <div className={classes.parts}>
          {parts.map((id, index) => (
            <RepeatedPart
              key={id}
              sectionId={sectionId}
              subSectionId={id}
              index={index}
              opened={open.has(id)}
              onToggle={() => toggle(id)}
            />
          ))}
        </div>
      )}
      {repeats && <AddSimilar sectionId={sectionId} onComing={makeRoom} onAdded={setAdded} />}
    </section>
  )
}

function partIds(
  survey: { sections: readonly { id: string; subSections: readonly { id: string }[] }[] },
  id: string,
) {
  return (survey.sections.find((section) => section.id === id)?.subSections ?? [])
    .map((part) => part.id)
    .join(' ')
}

/** Takes the focus when one comes from another section, so that reading begins here. */
function SectionHeading({ name, sectionId }: { name: string; sectionId: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { state } = useLocation()
  const toField = typeof state === 'object' && state !== null && 'field' in state
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each section that is opened
  useEffect(() => {
    if (!toField) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className={classes.heading}>
      <h2 id="section-title" tabIndex={-1} ref={heading} className={classes.title}>
        {name}
      </h2>
      <SectionFacts sectionId={sectionId} />
    </div>
  )
}

function SectionFacts({ sectionId }: { sectionId: string }) {
  const section = useSection(sectionId)
  if (!section) return null
  const { filled, total, missing } = sectionProgress(section)
  return (
    <p className={classes.facts}>
      <span>{say('form.filledOf', { filled, total })}</span>
      <span>{missing > 0 ? say('form.missingCount', { count: missing }) : say('form.allMandatory')}</span>
    </p>
  )
}
