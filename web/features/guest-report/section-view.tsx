import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { Gallery } from '#web/features/media/gallery.tsx'
import type { GalleryItem } from '#web/features/media/gallery-item.ts'
import { saveMedia } from '#web/features/media/save-media.ts'
import { t } from '#web/lib/language/translate.ts'
import { DrawnSignature } from '#web/ui/drawn-signature.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SectionLoading } from './guest-loading.tsx'
import { FailedNotice } from './guest-notices.tsx'
import type { Target } from './guest-report.tsx'
import classes from './guest-screen.module.css'
import { isGone, type MenuSection, useSection } from './queries.ts'
import { type ShownPart, type ShownRow, shownParts } from './shown-parts.ts'

interface Props {
  readonly linkId: string
  readonly section: MenuSection
  readonly target: Target | null
  readonly position: { readonly position: number; readonly total: number }
  readonly onExpired: () => void
  readonly onFileError: (message: string) => void
}

export function SectionView(props: Props) {
  const { linkId, section, position, target, onExpired, onFileError } = props
  const { data, error, errorUpdatedAt, refetch, isFetching, renew } = useSection(linkId, section.id)
  const heading = useArrival(target, data !== undefined)
  const gone = useEffectEvent(onExpired)
  useEffect(() => {
    if (isGone(error)) gone()
  }, [error])

  const download = async (item: GalleryItem) => {
    if (item.url === null || (await saveMedia([item.url], item.filename))) return
    // The URL or the link may have expired; the refetch finds out.
    renew()
    onFileError(t('media.saveFailed'))
  }
  const parts = useMemo(() => data && shownParts(data.data.attributes), [data])

  return (
    <article>
      <p className={classes.quiet}>{t('guests.sectionPosition', position)}</p>
      <h2 className={classes.sectionName} tabIndex={-1} ref={heading}>
        {section.survey_section_name}
      </h2>
      {parts ? (
        <Parts parts={parts} onDownload={(item) => void download(item)} onBroken={renew} />
      ) : error ? (
        <SectionFailed
          key={errorUpdatedAt}
          text={error.message}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      ) : (
        <SectionLoading />
      )}
    </article>
  )
}

/** A modal notice; behind it, Retry and the other sections. */
function SectionFailed({ text, onRetry, busy }: { text: string; onRetry: () => void; busy: boolean }) {
  const [closed, setClosed] = useState(false)
  return (
    <>
      <ErrorState text={text} onRetry={onRetry} busy={busy} />
      {!closed && !busy && <FailedNotice message={text} onRetry={onRetry} onClose={() => setClosed(true)} />}
    </>
  )
}

/** Focuses the heading of a chosen section, or scrolls to a chosen sub-section. */
function useArrival(target: Target | null, loaded: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (target === null) return
    const part = target.partId === null ? null : document.getElementById(`part-${target.partId}`)
    const place = part ?? heading.current
    place?.focus({ preventScroll: true })
    if (loaded || target.partId === null) place?.scrollIntoView()
  }, [target, loaded])
  return heading
}

interface Media {
  readonly onDownload: (item: GalleryItem) => void
  readonly onBroken: () => void
}

function Parts({ parts, ...media }: Media & { parts: readonly ShownPart[] }) {
  if (parts.every(({ rows }) => rows.length === 0)) {
    return <p className={classes.quiet}>{t('guests.emptySection')}</p>
  }
  return parts.map((part) => (
    <section key={part.id}>
      {part.heading !== null && (
        <h3 id={`part-${part.id}`} className={classes.partName} tabIndex={-1}>
          {part.heading}
        </h3>
      )}
      <Unchecked rows={part.rows} />
      <dl className={classes.rows}>
        {part.rows.map((row) => (
          <Row key={row.id} row={row} {...media} />
        ))}
      </dl>
    </section>
  ))
}

/** Names the copied answers that nobody checked. */
function Unchecked({ rows }: Pick<ShownPart, 'rows'>) {
  const names = rows.filter(({ unchecked }) => unchecked).map(({ name }) => name)
  if (names.length === 0) return null
  return (
    <p className={classes.unchecked}>
      {t('reports.unchecked')}: {names.join(', ')}
    </p>
  )
}

function Row({ row, onDownload, onBroken }: Media & { row: ShownRow }) {
  const hasMedia = row.photos.length + row.videos.length > 0
  return (
    <div className={classes.row}>
      <dt>{row.name}</dt>
      <dd>
        {row.signature && <DrawnSignature {...row.signature} />}
        {(row.value !== '' || !hasMedia) && <p>{row.value === '' ? t('guests.noValue') : row.value}</p>}
        {hasMedia && (
          <Gallery photos={row.photos} videos={row.videos} onDownload={onDownload} onBroken={onBroken} />
        )}
      </dd>
    </div>
  )
}
