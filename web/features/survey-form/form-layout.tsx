import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { fetchAhead } from '#web/features/media/fetch-ahead.ts'
import { ShowMissingContext } from './draft-context.ts'
import classes from './form-layout.module.css'
import { FormTop } from './form-top.tsx'
import { RecoveredNotice } from './recovered-notice.tsx'
import { SectionList } from './section-list.tsx'
import { SectionPicker } from './section-picker.tsx'
import { SectionView } from './section-view.tsx'
import { StepsBar } from './steps-bar.tsx'
import { TroubleBanner } from './trouble-banner.tsx'

interface Props {
  readonly sectionId: string
  readonly subSectionId: string
  /** In place of the form's own title. */
  readonly top?: ReactNode
}

/** Everything around the fields of the one section that is drawn. */
export function FormLayout({ sectionId, subSectionId, top = <FormTop /> }: Props) {
  const [showMissing, setShowMissing] = useState(false)
  useFocusedField(sectionId, subSectionId)
  useEffect(fetchAhead, [])
  return (
    <ShowMissingContext value={showMissing}>
      <div className={classes.form}>
        {top}
        <TroubleBanner />
        <RecoveredNotice />
        <SectionPicker sectionId={sectionId} />
        <div className={classes.columns}>
          <aside className={classes.side}>
            <SectionList sectionId={sectionId} />
          </aside>
          <main id="main" className={classes.content}>
            <SectionView key={sectionId} sectionId={sectionId} subSectionId={subSectionId} />
          </main>
        </div>
        <StepsBar sectionId={sectionId} onRefused={() => setShowMissing(true)} />
      </div>
    </ShowMissingContext>
  )
}

/** A link that leads to one field (`state.field`) brings it into sight and puts the cursor there. */
function useFocusedField(sectionId: string, subSectionId: string): void {
  const { state, key } = useLocation()
  const field = typeof state === 'object' && state !== null && 'field' in state ? String(state.field) : ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each time that a link was followed
  useEffect(() => {
    if (!field) return
    const frame = requestAnimationFrame(() => {
      const found = document.getElementById(`field-${field}`)
      found?.scrollIntoView({ block: 'center' })
      found?.querySelector<HTMLElement>('input, textarea, select')?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [field, key, sectionId, subSectionId])
}
