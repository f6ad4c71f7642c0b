import { useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { useSearchParams } from '#web/lib/page/router.tsx'
import { BasicInfo } from './basic-info.tsx'
import { FileErrorNotice } from './guest-notices.tsx'
import { GuestPlans } from './guest-plans.tsx'
import classes from './guest-screen.module.css'
import { GuestTop } from './guest-top.tsx'
import { type GuestInfo, type MenuSection, useRenewInfo } from './queries.ts'
import { SectionMenu, SectionPicker } from './section-menu.tsx'
import { SectionSteps } from './section-steps.tsx'
import { SectionView } from './section-view.tsx'
import { useDownloads } from './use-downloads.ts'

interface Props {
  readonly linkId: string
  readonly info: GuestInfo
  readonly menu: readonly MenuSection[]
  readonly onExpired: () => void
}

export function GuestReport({ linkId, info, menu, onExpired }: Props) {
  const downloads = useDownloads(linkId, onExpired)
  const { index, target, open } = useOpenSection(menu)
  const section = menu[index]
  const renew = useRenewInfo(linkId)
  return (
    <>
      <GuestTop downloads={downloads} files={info.total_uploaded_files + info.plans.length} />
      <div className={classes.columns}>
        <nav className={classes.side} aria-label={t('guests.sections')}>
          <SectionMenu menu={menu} index={index} onOpen={open} />
        </nav>
        <main className={classes.main}>
          <BasicInfo info={info} />
          <GuestPlans plans={info.plans} onOpen={open} onBroken={renew} />
          <SectionPicker menu={menu} index={index} onOpen={open} />
          {section ? (
            <>
              <SectionView
                key={section.id}
                linkId={linkId}
                section={section}
                target={target}
                position={{ position: index + 1, total: menu.length }}
                onExpired={onExpired}
                onFileError={downloads.fail}
              />
              <SectionSteps index={index} total={menu.length} onStep={(to) => open(menu[to]?.id ?? '')} />
            </>
          ) : (
            <p className={classes.quiet}>{t('guests.noSections')}</p>
          )}
        </main>
      </div>
      {downloads.failure !== null && (
        <FileErrorNotice message={downloads.failure} onClose={downloads.clear} />
      )}
    </>
  )
}

/** Scroll target. `moment` distinguishes repeated presses on one entry. */
export interface Target {
  readonly partId: string | null
  readonly moment: number
}

/** Keeps the open section in the URL, so Back returns to the previous one. */
function useOpenSection(menu: readonly MenuSection[]) {
  const [params, setParams] = useSearchParams()
  const [target, setTarget] = useState<Target | null>(null)
  const wanted = menu.findIndex(({ id }) => id === params.get('section'))
  const index = Math.max(0, wanted)
  const open = (sectionId: string, partId: string | null = null) => {
    setTarget((before) => ({ partId, moment: (before?.moment ?? 0) + 1 }))
    if (sectionId !== menu[index]?.id) setParams({ section: sectionId })
  }
  return { index, target, open }
}
