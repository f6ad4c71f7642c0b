import { IconArrowLeft } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import top from '#web/features/survey-form/form-top.module.css'
import { StorageFailureBanner } from '#web/features/survey-form/notices/storage-failure-banner.tsx'
import { SyncLine } from '#web/features/survey-form/saving/sync-line.tsx'
import { Link } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'

interface Props {
  readonly title: string
  readonly back: { readonly to: string; readonly text: string }
  readonly children?: ReactNode
}

/** Title, back button, and sync state. Focuses the title, so screen readers start here. */
export function PlansTop({ title, back, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useTitle(title)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <>
      <header className={top.top}>
        <Link className={top.back} to={back.to} aria-label={back.text} title={back.text}>
          <IconArrowLeft size={22} aria-hidden />
        </Link>
        <div className={top.words}>
          <h1 className={top.title} tabIndex={-1} ref={heading}>
            {title}
          </h1>
          <SyncLine />
        </div>
        {children}
      </header>
      <StorageFailureBanner />
    </>
  )
}
