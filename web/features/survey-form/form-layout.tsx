import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { prefetchMedia } from '#web/features/media/prefetch-media.ts'
import { anchorScrolling } from '#web/lib/page/scroll-anchor.ts'
import { afterFirstScreen } from '#web/lib/start/first-screen.ts'
import { ReadOnlyContext, ShowMissingContext, useDraft, useMayEdit } from './draft-context.ts'
import { useHoldFocusedField } from './field-frame/use-hold-focused-field.ts'
import { useRememberLastField } from './field-frame/use-remember-last-field.ts'
import { prefetchFields } from './fields/prefetch-fields.ts'
import { FormLanguage } from './form-language.tsx'
import classes from './form-layout.module.css'
import { FormTop } from './form-top.tsx'
import { FieldHistory } from './history/field-history.tsx'
import { FormNotices } from './notices/form-notices.tsx'
import { PlansLink } from './repeats/plans-link.tsx'
import type { SectionHandle } from './repeats/use-add-part.ts'
import { ReviewProvider } from './review/review-context.tsx'
import { JumpBox } from './search/jump-box.tsx'
import { SectionList } from './sections/section-list.tsx'
import { SectionPicker } from './sections/section-picker.tsx'
import { SectionView } from './sections/section-view.tsx'
import { StepsBar } from './sections/steps-bar.tsx'
import { useScrollToTarget } from './sections/use-scroll-to-target.ts'

interface Props {
  readonly sectionId: string
  readonly subSectionId: string
  /** Replaces the form's own title. */
  readonly top?: (picker: ReactNode) => ReactNode
  readonly beside?: ReviewPanes
}

/** The report and review actions, shown beside the form in the review queue. */
export interface ReviewPanes {
  readonly report: ReactNode
  readonly actions: ReactNode
  /** Which of the two is shown if there is no room for both. */
  readonly shows: 'report' | 'form'
}

/** Everything around the fields of the open section. */
export function FormLayout({ sectionId, subSectionId, top, beside }: Props) {
  // The sidebar is not mounted on phones. Same breakpoint as in the style sheet.
  const wide = useMediaQuery('(width > 56.25em)', undefined, { getInitialValueInEffect: false })
  const [showMissing, setShowMissing] = useState(false)
  const handle = useRef<SectionHandle>(null)
  useHoldFocusedField()
  useRememberLastField()
  // Must run after `useHoldFocusedField`, which listens for the focus that this moves.
  useScrollToTarget()
  useEffect(anchorScrolling, [])
  const mayEdit = useMayEdit()
  useEffect(prefetchMedia, [])
  const { template } = useDraft().survey
  useEffect(() => afterFirstScreen(() => prefetchFields(template)), [template])
  const picker = <SectionPicker sectionId={sectionId} />
  return (
    <ReviewProvider>
      <ShowMissingContext value={showMissing && mayEdit}>
        <div className={classes.form} data-beside={beside?.shows}>
          <FormNotices
            top={top ? top(picker) : <FormTop picker={picker} />}
            reviewed={beside !== undefined}
          />
          <div className={classes.columns}>
            <aside className={classes.side}>
              {wide && !beside && (
                <div className={classes.sideParts}>
                  <div className={classes.jump}>
                    <JumpBox />
                  </div>
                  <PlansLink />
                  <SectionList sectionId={sectionId} />
                  <FormLanguage />
                </div>
              )}
            </aside>
            <main id="main" className={classes.content} data-anchored>
              <ReadOnlyContext value={!mayEdit}>
                <SectionView
                  key={sectionId}
                  sectionId={sectionId}
                  subSectionId={subSectionId}
                  handle={handle}
                  onMissing={setShowMissing}
                />
                <FieldHistory key={`history ${sectionId}`} />
              </ReadOnlyContext>
            </main>
            {beside?.report}
          </div>
          {beside?.actions}
          {!beside && <StepsBar sectionId={sectionId} handle={handle} onMissing={setShowMissing} />}
        </div>
      </ShowMissingContext>
    </ReviewProvider>
  )
}
