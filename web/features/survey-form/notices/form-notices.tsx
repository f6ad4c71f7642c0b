import { Button } from '@mantine/core'
import { type ReactNode, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { changedSinceSubmission, changedText } from '#survey/changed-since.ts'
import { t } from '#web/lib/language/translate.ts'
import { useLocation } from '#web/lib/page/router.tsx'
import { forgetLostFiles, readLostFiles } from '#web/offline/server-rollback/lost-files.ts'
import { subscribe } from '#web/offline/store/bus.ts'
import { ConflictCount } from '../conflicts/conflict-count.tsx'
import { useDraft, useMayEdit, useSurvey } from '../draft-context.ts'
import { useHeaderHeight } from '../header-height.ts'
import { ReviewNotice, ReviewOutcome } from '../review/review-notice.tsx'
import changedNoticeStyles from './access-notice.module.css'
import { AccessNotice } from './access-notice.tsx'
import classes from './form-notices.module.css'
import { MovedNotice } from './moved-notice.tsx'
import lostNoticeStyles from './recovered-notice.module.css'
import { RecoveredNotice } from './recovered-notice.tsx'
import { StorageFailureBanner } from './storage-failure-banner.tsx'
import { type NoticeKind, NoticesContext, ShowNotice, useNotice } from './use-notice.ts'

interface Props {
  readonly top: ReactNode
  /** True in the review queue, which shows the reviewer's buttons elsewhere. */
  readonly reviewed?: boolean
}

/** The form's header and notices. Once the notices scroll away, a line in the header represents them. */
export function FormNotices({ top, reviewed = false }: Props) {
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<ReadonlyMap<NoticeKind, string>>(new Map())
  const show = useCallback((kind: NoticeKind, words: string | null) => {
    setShown((known) => {
      const next = new Map(known)
      if (words === null) next.delete(kind)
      else next.set(kind, words)
      return next
    })
  }, [])
  const isAway = useIsScrolledAway(place)
  // Top of the open notices, and the height reserved for them in the form.
  const [opened, setOpened] = useState<{ readonly top: number; readonly room: number } | null>(null)
  const open = isAway && shown.size > 0 ? opened : null
  const toggle = useCallback(() => {
    const line = document.querySelector('[data-notices]')?.getBoundingClientRect()
    const room = place.current?.offsetHeight ?? 0
    setOpened((known) => (known || !line ? null : { top: line.bottom, room }))
  }, [])
  const close = useCallback(() => setOpened(null), [])
  useClosing(open !== null, place, close)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: following any link closes the notices
  useEffect(close, [key, isAway])
  const notices = useMemo(
    () => ({ shown, isAway, isOpen: open !== null, id, toggle }),
    [shown, isAway, open, id, toggle],
  )
  return (
    <>
      <NoticesContext value={notices}>{top}</NoticesContext>
      <ShowNotice value={show}>
        <div ref={place} style={open ? { height: open.room } : undefined}>
          <div
            id={id}
            className={classes.notices}
            data-open={open !== null}
            style={open ? { top: open.top } : undefined}
          >
            <StorageFailureBanner />
            <AccessNotice reviewed={reviewed} />
            <LostNotice />
            <MovedNotice />
            <RecoveredNotice />
            <ConflictCount />
            <ChangedNotice />
            {reviewed ? <ReviewOutcome /> : <ReviewNotice />}
          </div>
        </div>
      </ShowNotice>
    </>
  )
}

/**
 * Whether `place` has scrolled above the form's header. Not an IntersectionObserver: an element that appears while
 * scrolling compensates for its height was never visible, so no event would fire.
 */
function useIsScrolledAway(place: React.RefObject<HTMLElement | null>): boolean {
  const [isAway, setAway] = useState(false)
  const room = useHeaderHeight(useDraft().account)
  useEffect(() => {
    const look = () => {
      if (place.current) setAway(scrollY > 0 && place.current.getBoundingClientRect().bottom <= room + 8)
    }
    const watch = new ResizeObserver(look)
    if (place.current) watch.observe(place.current)
    window.addEventListener('scroll', look, { passive: true })
    return () => {
      watch.disconnect()
      window.removeEventListener('scroll', look)
    }
  }, [place, room])
  return isAway
}

/** Closes the notices on Escape or a press outside. Escape returns focus to the notice line. */
function useClosing(isOpen: boolean, place: React.RefObject<HTMLElement | null>, close: () => void): void {
  useEffect(() => {
    if (!isOpen) return
    const line = () => document.querySelector<HTMLElement>('[data-notices]')
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      if (place.current?.contains(document.activeElement)) line()?.focus({ preventScroll: true })
      close()
    }
    const press = ({ target }: PointerEvent) => {
      if (!(target instanceof Node)) return
      if (!place.current?.contains(target) && !line()?.contains(target)) close()
    }
    document.addEventListener('keydown', key)
    document.addEventListener('pointerdown', press)
    return () => {
      document.removeEventListener('keydown', key)
      document.removeEventListener('pointerdown', press)
    }
  }, [isOpen, place, close])
}

/** Reports that a survey changed after it was submitted, and what is missing now. */
function ChangedNotice() {
  const text = useSurvey((survey) => changedText(changedSinceSubmission(survey)))
  return text === '' ? null : <Changed text={text} />
}

function Changed({ text }: { text: string }) {
  const mayEdit = useMayEdit()
  useNotice('changed', text)
  return (
    <div className={changedNoticeStyles.notice} role="status">
      <div className={changedNoticeStyles.sentences}>
        <p>{text}</p>
        {mayEdit && <p>{t('form.submitAgain')}</p>}
      </div>
    </div>
  )
}

/** Photos, videos and plans lost when the server's data was restored. Shown until the user dismisses it. */
function LostNotice() {
  const { account, survey } = useDraft()
  const [files, setFiles] = useState<readonly string[]>([])
  useEffect(() => {
    const read = () => void readLostFiles(account, survey.id).then(setFiles, () => undefined)
    read()
    return subscribe(account, (event) => event.kind === 'changed' && event.survey === survey.id && read())
  }, [account, survey.id])
  const close = () => void forgetLostFiles(account, survey.id).then(() => setFiles([]))
  return files.length > 0 && <Lost files={files} onClose={close} />
}

function Lost({ files, onClose }: { files: readonly string[]; onClose: () => void }) {
  const count = files.length
  useNotice('lost', t('media.lostShort', { count }))
  return (
    <div className={lostNoticeStyles.notice} role="status">
      <div className={lostNoticeStyles.words}>
        <p>{t('media.lost', { count })}</p>
        <ul>
          {files.map((name, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the order is fixed
            <li key={place}>{name}</li>
          ))}
        </ul>
      </div>
      <Button variant="default" onClick={onClose}>
        {t('common.ok')}
      </Button>
    </div>
  )
}
