import { IconDownload, IconPhotoOff, IconPlayerPlayFilled } from '@tabler/icons-react'
import { type ComponentType, useMemo, useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { withNote } from './file-label.ts'
import classes from './gallery.module.css'
import { type GalleryItem, type ShownItem, shownItems } from './gallery-item.ts'

interface Props {
  readonly photos: readonly GalleryItem[]
  readonly videos: readonly GalleryItem[]
  readonly onDownload: (item: GalleryItem) => void
  /** Called when a picture fails to load; its address may have expired. */
  readonly onBroken?: () => void
}

export interface ViewerProps {
  readonly items: readonly ShownItem[]
  readonly startAt: number
  readonly onClose: () => void
  readonly onDownload: (item: ShownItem) => void
  /** Opens the drawing editor for the shown photo, if the user may draw. */
  readonly onDraw?: (item: ShownItem) => void
}

/** Read-only thumbnails that open at full size. */
export function Gallery({ photos, videos, onDownload, onBroken }: Props) {
  const items = useMemo(() => shownItems(photos, videos), [photos, videos])
  const viewable = items.filter(({ url }) => url !== null)
  const { Viewer, openAt, open, close } = useViewer()
  if (items.length === 0) return null
  return (
    <>
      <ul className={classes.grid}>
        {items.map((item) => (
          <li key={item.id}>
            <Thumbnail
              item={item}
              onOpen={() => void open(item, viewable.indexOf(item))}
              onDownload={() => onDownload(item)}
              {...(onBroken && { onBroken })}
            />
          </li>
        ))}
      </ul>
      {Viewer && openAt !== null && (
        <Viewer items={viewable} startAt={openAt} onClose={close} onDownload={onDownload} />
      )}
    </>
  )
}

/** Loads the viewer on the first press; offline, the file opens in a new tab instead. */
function useViewer() {
  const [Viewer, setViewer] = useState<ComponentType<ViewerProps> | null>(null)
  const [openAt, setOpenAt] = useState<number | null>(null)
  const open = async (item: ShownItem, index: number) => {
    try {
      const { MediaViewer } = await import('./media-viewer.tsx')
      setViewer(() => MediaViewer)
      setOpenAt(index)
    } catch {
      // Without the viewer's code, the browser displays the file.
      window.open(item.url ?? '', '_blank', 'noopener')
    }
  }
  return { Viewer, openAt, open, close: () => setOpenAt(null) }
}

interface ThumbnailProps {
  readonly item: ShownItem
  readonly onOpen: () => void
  readonly onDownload: () => void
  readonly onBroken?: () => void
}

function Thumbnail({ item, onOpen, onDownload, onBroken }: ThumbnailProps) {
  const { url, name, description } = item
  // By address, so a renewed address of the same picture is tried again.
  const [broken, setBroken] = useState<string | null>(null)
  const source = item.thumbnail_url ?? (item.kind === 'photo' ? item.url : null)
  const shown = source === broken ? null : source
  const missing = item.kind === 'video' ? '' : t('media.noPicture')
  const label = t(item.kind === 'video' ? 'media.playVideo' : 'media.viewFull', { name })
  // A video without a copy for guests shows only its poster.
  const isStill = item.kind === 'video' && url === null && item.sources === undefined
  const failed = () => {
    setBroken(source)
    onBroken?.()
  }
  const picture =
    shown === null ? (
      <Blank words={missing} />
    ) : (
      <img src={shown} alt="" loading="lazy" decoding="async" onError={failed} />
    )
  return (
    <figure className={classes.item}>
      {isStill ? (
        <span className={classes.picture}>{picture}</span>
      ) : url === null ? (
        <span className={classes.picture}>
          <Blank words={missing} />
        </span>
      ) : (
        <div className={classes.frame}>
          <button
            type="button"
            className={classes.picture}
            aria-label={withNote(label, shown === null ? missing : '')}
            onClick={onOpen}
          >
            {picture}
            {item.kind === 'video' && (
              <span className={classes.play}>
                <IconPlayerPlayFilled size={22} aria-hidden />
              </span>
            )}
          </button>
          <button
            type="button"
            className={classes.download}
            aria-label={t('media.downloadFile', { name })}
            title={t('media.downloadFile', { name })}
            onClick={onDownload}
          >
            <IconDownload size={18} aria-hidden />
          </button>
        </div>
      )}
      <figcaption className={classes.caption} title={description}>
        <span className={description.trim() === '' ? classes.unnamed : undefined}>{name}</span>
      </figcaption>
      {isStill && (
        <p className={classes.ask}>{t(item.is_preparing ? 'media.videoPreparing' : 'media.askSurveyor')}</p>
      )}
    </figure>
  )
}

function Blank({ words }: { words: string }) {
  return (
    <span className={classes.blank}>
      {words !== '' && (
        <>
          <IconPhotoOff size={24} aria-hidden />
          {words}
        </>
      )}
    </span>
  )
}
