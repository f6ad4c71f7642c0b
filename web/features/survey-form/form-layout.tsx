import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useEffect, useState } from 'react'
import { fetchAhead } from '#web/features/media/fetch-ahead.ts'
import { AccessNotice } from './access-notice.tsx'
import { ConflictCount } from './conflict-count.tsx'
import { ReadOnlyContext, ShowMissingContext, useDraft, useMayEdit } from './draft-context.ts'
import { fetchAheadOf } from './fields/fetch-ahead.ts'
import classes from './form-layout.module.css'
import { FormTop } from './form-top.tsx'
import { JumpBox } from './jump-box.tsx'
import { PlansLink } from './plans-link.tsx'
import { RecoveredNotice } from './recovered-notice.tsx'
import { SectionList } from './section-list.tsx'
import { SectionPicker } from './section-picker.tsx'
import { SectionView } from './section-view.tsx'
import { StepsBar } from './steps-bar.tsx'
import { TroubleBanner } from './trouble-banner.tsx'
import { useArrival } from './use-arrival.ts'
import { useHeldField } from './use-held-field.ts'

interface Props {
  readonly sectionId: string
  readonly subSectionId: string
  /** In place of the form's own title. */
  readonly top?: ReactNode
}

/** Everything around the fields of the one section that is drawn. */
export function FormLayout({ sectionId, subSectionId, top = <FormTop /> }: Props) {
  // What a phone never shows is not drawn there; the style sheet knows the same width.
  const wide = useMediaQuery('(min-width: 56.25em)', undefined, { getInitialValueInEffect: false })
  const [showMissing, setShowMissing] = useState(false)
  useArrival()
  useHeldField()
  const mayEdit = useMayEdit()
  useEffect(fetchAhead, [])
  const { template } = useDraft().survey
  useEffect(() => fetchAheadOf(template), [template])
  return (
    <ShowMissingContext value={showMissing && mayEdit}>
      <div className={classes.form}>
        {top}
        <TroubleBanner />
        <AccessNotice />
        <RecoveredNotice />
        <ConflictCount />
        <SectionPicker sectionId={sectionId} />
        <div className={classes.columns}>
          <aside className={classes.side}>
            {wide && (
              <div className={classes.sideParts}>
                <div className={classes.jump}>
                  <JumpBox />
                </div>
                <PlansLink />
                <SectionList sectionId={sectionId} />
              </div>
            )}
          </aside>
          <main id="main" className={classes.content}>
            <ReadOnlyContext value={!mayEdit}>
              <SectionView
                key={sectionId}
                sectionId={sectionId}
                subSectionId={subSectionId}
                onMissing={setShowMissing}
              />
            </ReadOnlyContext>
          </main>
        </div>
        <StepsBar sectionId={sectionId} onRefused={() => setShowMissing(true)} />
      </div>
    </ShowMissingContext>
  )
}
