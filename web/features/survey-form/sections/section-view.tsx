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
import type { PartRoom } from '../repeats/use-add-part.ts'
import { EarlierAnswers } from './earlier-answers.tsx'
import classes from './section-view.module.css'
import { useIsLed } from './use-arrival.ts'
import { VirtualList } from './virtual-list.tsx'

interface Props {
  readonly sectionId: string
  readonly subSectionId: string
  /** For whatever adds a part to it. */
  readonly room: RefObject<PartRoom | null>
  /** Whether the empty mandatory fields are to say so. */
  readonly onMissing: (show: boolean) => void
}

/** The one section that is drawn. A repeated one is an accordion, of which only open parts hold fields. */
export function SectionView({ sectionId, subSectionId, room, onMissing }: Props) {
  const name = useSurvey((survey) => findSection(survey, sectionId)?.definition.name ?? '')
  const hidden = useSurvey((survey) => findSection(survey, sectionId)?.hidden ?? false)
  const parts = usePartIds(sectionId)
  const mayEdit = useMayEdit()
  const repeats = useSurvey((survey) => findSection(survey, sectionId)?.definition.addSimilar ?? false)
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set([subSectionId || (parts[0] ?? '')]))
  // A link that is followed again opens again what was closed meanwhile.
  const followed = `${useLocation().key} ${subSectionId}`
  const [lead, setLead] = useState(followed)
  if (followed !== lead) {
    setLead(followed)
    if (subSectionId) setOpen(new Set([...open, subSectionId]))
  }
  const [added, setAdded] = useState('')
  useEffect(() => comeTo(added), [added])
  // Only the new one stays open: it is what is filled next. From its first moment, lest a word that is typed at
  // once lands in the one before.
  useImperativeHandle(room, () => ({ onComing: (id) => setOpen(new Set([id])), onAdded: setAdded }), [])
  const toggle = useCallback(
    (id: string) =>
      setOpen((known) => {
        const next = new Set(known)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    [],
  )
  // Another person or device gave the answer that hides it, or an old link leads here.
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
      {/* One part alone is drawn in the same place as among others: whoever writes in it while another comes writes on. */}
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
          <AddSimilar sectionId={sectionId} room={room} onMissing={onMissing} />
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

function comeTo(subSectionId: string): void {
  const part = document.getElementById(elementId(subSectionId))
  part?.scrollIntoView({ block: 'start' })
  part?.querySelector('button')?.focus({ preventScroll: true })
}

function elementId(subSectionId: string): string {
  return `part-${subSectionId}`
}

/** Closed ones, each with the distance to the next. */
function heightOf(ids: readonly string[]): number {
  return ids.length * 74
}

/** Takes the focus when one comes from another section, so that reading begins here; a link that leads further gives it. */
function SectionHeading({ name, children }: { name: string; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const isLed = useIsLed()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each section that is opened
  useEffect(() => {
    // Given a second time a frame later, it would be taken from whoever has gone on meanwhile.
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
