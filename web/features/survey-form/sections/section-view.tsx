import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { findSection } from '#survey/navigation.ts'
import { t } from '#web/lib/language/translate.ts'
import { useLocation } from '#web/lib/page/router.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useMayEdit, useProgress, useSurvey } from '../draft-context.ts'
import { AddSimilar } from '../repeats/add-similar.tsx'
import { DeletedParts } from '../repeats/deleted-parts.tsx'
import { RepeatedPart } from '../repeats/repeated-part.tsx'
import type { SectionHandle } from '../repeats/use-add-part.ts'
import { EarlierAnswers } from './earlier-answers.tsx'
import classes from './section-view.module.css'
import { useHasLinkTarget } from './use-scroll-to-target.ts'
import { VirtualList } from './virtual-list.tsx'

interface Props {
  readonly sectionId: string
  readonly subSectionId: string
  /** Receives callbacks for code that adds sub-sections. */
  readonly handle: RefObject<SectionHandle | null>
  /** Shows or hides the messages of empty mandatory fields. */
  readonly onMissing: (show: boolean) => void
}

/** The open section. A repeated section is an accordion; only open sub-sections mount their fields. */
export function SectionView({ sectionId, subSectionId, handle, onMissing }: Props) {
  const name = useSurvey((survey) => findSection(survey, sectionId)?.definition.name ?? '')
  const hidden = useSurvey((survey) => findSection(survey, sectionId)?.hidden ?? false)
  const parts = usePartIds(sectionId)
  const mayEdit = useMayEdit()
  const repeats = useSurvey((survey) => findSection(survey, sectionId)?.definition.addSimilar ?? false)
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set([subSectionId || (parts[0] ?? '')]))
  // Following the same link again reopens a closed sub-section.
  const followed = `${useLocation().key} ${subSectionId}`
  const [lead, setLead] = useState(followed)
  if (followed !== lead) {
    setLead(followed)
    if (subSectionId) setOpen(new Set([...open, subSectionId]))
  }
  const [added, setAdded] = useState('')
  useEffect(() => scrollToPart(added), [added])
  // Open only the new sub-section, before it renders: otherwise the first keystrokes would go to the previous one.
  useImperativeHandle(handle, () => ({ onBeforeAdd: (id) => setOpen(new Set([id])), onAdded: setAdded }), [])
  const toggle = useCallback(
    (id: string) =>
      setOpen((known) => {
        const next = new Set(known)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    [],
  )
  // Another user or device changed the answer that shows it, or the link is old.
  if (hidden)
    return (
      <section aria-labelledby="section-title">
        <SectionHeading name={name} />
        <EmptyState text={t('form.sectionHidden')} />
      </section>
    )
  return (
    <section aria-labelledby="section-title">
      <SectionHeading name={name}>
        <SectionFacts sectionId={sectionId} />
      </SectionHeading>
      {/* A single sub-section keeps its position in the tree when a second one is added, so an input in use stays
          mounted. */}
      <VirtualList
        ids={parts}
        needed={[...open]}
        className={undefined}
        elementId={elementId}
        heightOf={heightOf}
        render={(id, index) => (
          <RepeatedPart
            key={id}
            sectionId={sectionId}
            subSectionId={id}
            index={index}
            place={parts.length === 1 ? 'alone' : index === parts.length - 1 ? 'last' : 'before'}
            opened={open.has(id)}
            onToggle={toggle}
          />
        )}
      />
      {repeats && mayEdit && (
        <>
          <AddSimilar sectionId={sectionId} handle={handle} onMissing={onMissing} />
          <DeletedParts key={sectionId} sectionId={sectionId} />
        </>
      )}
      <EarlierAnswers sectionId={sectionId} />
    </section>
  )
}

function usePartIds(sectionId: string): readonly string[] {
  const joined = useSurvey((survey) =>
    (findSection(survey, sectionId)?.subSections ?? []).map(({ id }) => id).join(' '),
  )
  return useMemo(() => joined.split(' '), [joined])
}

function scrollToPart(subSectionId: string): void {
  const part = document.getElementById(elementId(subSectionId))
  part?.scrollIntoView({ block: 'start' })
  part?.querySelector('button')?.focus({ preventScroll: true })
}

function elementId(subSectionId: string): string {
  return `part-${subSectionId}`
}

/** Estimated height of closed sub-sections, including their spacing. */
function heightOf(ids: readonly string[]): number {
  return ids.length * 74
}

/**
 * Focuses the heading on opening a section, so screen readers start here, unless a link targets a place within it.
 */
function SectionHeading({ name, children }: { name: string; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const isLed = useHasLinkTarget()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each opened section
  useEffect(() => {
    // Do not repeat this on a later frame: it could take focus from an input the user has reached.
    if (!isLed) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className={classes.heading}>
      <h2 id="section-title" tabIndex={-1} ref={heading} className={classes.title}>
        {name}
      </h2>
      {children}
    </div>
  )
}

function SectionFacts({ sectionId }: { sectionId: string }) {
  const { filled, total, missing } = useProgress(sectionId)
  return (
    <p className={classes.facts}>
      <span>{t('form.filledOf', { filled, total })}</span>
      <span>{missing > 0 ? t('form.missingCount', { count: missing }) : t('form.allMandatory')}</span>
    </p>
  )
}
