import { type ComponentType, useMemo, useState } from 'react'
import classes from './gallery.module.css'
import { type GalleryItem, type ShownItem, shownItems } from './gallery-item.ts'
import { Thumbnail } from './thumbnail.tsx'

interface Props {
  readonly photos: readonly GalleryItem[]
  readonly videos: readonly GalleryItem[]
  readonly onDownload: (item: GalleryItem) => void
  /** A picture could not be loaded; its address may have run out. */
  readonly onBroken?: () => void
}

export interface ViewerProps {
  readonly items: readonly ShownItem[]
  readonly startAt: number
  readonly onClose: () => void
  readonly onDownload: (item: ShownItem) => void
  /** Drawing on the photo that is looked at, where its reader may. */
  readonly onDraw?: (item: ShownItem) => void
}

/** Thumbnails of photos and videos, read-only; a press shows one at full size. */
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

/** The full-size view is fetched at the first press; without network the file opens in a tab instead. */
function useViewer() {
  const [Viewer, setViewer] = useState<ComponentType<ViewerProps> | null>(null)
  const [openAt, setOpenAt] = useState<number | null>(null)
  const open = async (item: ShownItem, index: number) => {
    try {
      const { MediaViewer } = await import('./media-viewer.tsx')
      setViewer(() => MediaViewer)
      setOpenAt(index)
    } catch {
      // Without the viewer's code the browser shows the file.
      window.open(item.url ?? '', '_blank', 'noopener')
    }
  }
  return { Viewer, openAt, open, close: () => setOpenAt(null) }
}
