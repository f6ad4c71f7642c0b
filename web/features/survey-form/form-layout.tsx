import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { fetchAhead } from '#web/features/media/fetch-ahead.ts'
import { anchorScrolling } from '#web/lib/page/scroll-anchor.ts'
import { afterFirstScreen } from '#web/lib/start/first-screen.ts'
import { ReadOnlyContext, ShowMissingContext, useDraft, useMayEdit } from './draft-context.ts'
import { useHeldField } from './field-frame/use-held-field.ts'
import { useLastField } from './field-frame/use-last-field.ts'
import { fetchAheadOf } from './fields/fetch-ahead.ts'
import { FormLanguage } from './form-language.tsx'
import classes from './form-layout.module.css'
import { FormTop } from './form-top.tsx'
import { FieldHistory } from './history/field-history.tsx'
import { FormNotices } from './notices/form-notices.tsx'
import { PlansLink } from './repeats/plans-link.tsx'
import type { PartRoom } from './repeats/use-add-part.ts'
import { ReviewOf } from './review/review-context.tsx'
import { JumpBox } from './search/jump-box.tsx'
import { SectionList } from './sections/section-list.tsx'
import { SectionPicker } from './sections/section-picker.tsx'
import { SectionView } from './sections/section-view.tsx'
import { StepsBar } from './sections/steps-bar.tsx'
import { useArrival } from './sections/use-arrival.ts'

interface Props {
  readonly sectionId: string
  readonly subSectionId: string
  /** In place of the form's own title. */
  readonly top?: (picker: ReactNode) => ReactNode
  readonly beside?: Beside
}

/** In the review queue: the report beside the form, and what the reviewer does with it. */
export interface Beside {
  readonly report: ReactNode
  readonly actions: ReactNode
  /** Where there is no room for both. */
  readonly shows: 'report' | 'form'
}

/** Everything around the fields of the one section that is drawn. */
export function FormLayout({ sectionId, subSectionId, top, beside }: Props) {
  // What a phone never shows is not drawn there; the style sheet knows the same width.
  const wide = useMediaQuery('(width > 56.25em)', undefined, { getInitialValueInEffect: false })
  const [showMissing, setShowMissing] = useState(false)
  const room = useRef<PartRoom>(null)
  useHeldField()
  useLastField()
  // Behind the former, which hears of the focus that it moves.
  useArrival()
  useEffect(anchorScrolling, [])
  const mayEdit = useMayEdit()
  useEffect(fetchAhead, [])
  const { template } = useDraft().survey
  useEffect(() => afterFirstScreen(() => fetchAheadOf(template)), [template])
  const picker = <SectionPicker sectionId={sectionId} />
  return (
    <ReviewOf>
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
                  room={room}
                  onMissing={setShowMissing}
                />
                <FieldHistory key={`history ${sectionId}`} />
              </ReadOnlyContext>
            </main>
            {beside?.report}
          </div>
          {beside?.actions}
          {!beside && <StepsBar sectionId={sectionId} room={room} onMissing={setShowMissing} />}
        </div>
      </ShowMissingContext>
    </ReviewOf>
  )
}
