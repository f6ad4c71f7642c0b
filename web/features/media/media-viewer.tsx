import { IconBrush, IconPhotoOff, IconVideoOff } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import Lightbox, {
  type ContainerRect,
  ImageSlide,
  type Labels,
  LoadingIcon,
  type Slide,
} from 'yet-another-react-lightbox'
import Captions from 'yet-another-react-lightbox/plugins/captions'
import Counter from 'yet-another-react-lightbox/plugins/counter'
import Download from 'yet-another-react-lightbox/plugins/download'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import { t } from '#web/lib/language/translate.ts'
import { useLayer } from '#web/lib/page/use-layer.ts'
import { usePicture } from '#web/offline/pictures/use-picture.ts'
import { useRestoreFocus } from '#web/ui/dialog.tsx'
import 'yet-another-react-lightbox/styles.css'
import 'yet-another-react-lightbox/plugins/captions.css'
import 'yet-another-react-lightbox/plugins/counter.css'
import type { ViewerProps } from './gallery.tsx'
import type { ShownItem } from './gallery-item.ts'
import classes from './media-viewer.module.css'

declare module 'yet-another-react-lightbox' {
  interface SlideTypes {
    photo: { type: 'photo'; item: ShownItem; description: string }
    clip: { type: 'clip'; item: ShownItem; description: string }
  }
}

/** Full-size view of photos and videos. Loads only the shown one and its neighbors. */
export function MediaViewer({ items, startAt, onClose, onDownload, onDraw }: ViewerProps) {
  useLayer(true, onClose)
  useRestoreFocus()
  const [at, setAt] = useState(startAt)
  const shown = items[at]
  // Memoized, because new slides would reset the view to the first one.
  const slides = useMemo(() => items.map(slideOf), [items])
  return (
    <Lightbox
      open
      close={onClose}
      index={startAt}
      slides={slides}
      plugins={[Captions, Counter, Download, Zoom]}
      carousel={{ finite: true, preload: 1 }}
      controller={{ closeOnBackdropClick: true }}
      captions={{ descriptionTextAlign: 'center' }}
      on={{ view: ({ index }) => setAt(index) }}
      toolbar={{
        buttons: [
          onDraw && shown?.kind === 'photo' && (
            <button
              key="draw"
              type="button"
              className="yarl__button"
              aria-label={t('drawing.draw')}
              title={t('drawing.draw')}
              onClick={() => onDraw(shown)}
            >
              <IconBrush size={28} aria-hidden />
            </button>
          ),
          'close',
        ],
      }}
      zoom={{ supports: ['photo'], maxZoom: twicePixels }}
      labels={labels()}
      download={{ download: ({ slide }) => isOurs(slide) && onDownload(slide.item) }}
      render={{
        slide: ({ slide, offset, rect }) => {
          if (slide.type === 'clip') return <Clip item={slide.item} shown={offset === 0} />
          if (slide.type === 'photo') return <Photo item={slide.item} offset={offset} rect={rect} />
          return undefined
        },
        ...(items.length < 2 && { buttonPrev: () => null, buttonNext: () => null }),
      }}
    />
  )
}

/** Translations of the library's English labels. */
function labels(): Labels {
  return {
    Lightbox: t('media.viewer'),
    'Photo gallery': t('media.viewer'),
    Carousel: t('media.viewer'),
    Slide: t('media.details'),
    '{index} of {total}': t('common.fileOf', { index: '{index}', total: '{total}' }),
    Caption: t('media.caption'),
    Close: t('common.close'),
    Previous: t('common.back'),
    Next: t('common.next'),
    Download: t('history.download'),
    'Zoom in': t('drawing.zoomIn'),
    'Zoom out': t('drawing.zoomOut'),
  }
}

type OurSlide = Extract<Slide, { type: 'photo' | 'clip' }>

function isOurs(slide: Slide): slide is OurSlide {
  return slide.type === 'photo' || slide.type === 'clip'
}

function slideOf(item: ShownItem): OurSlide {
  return { type: item.kind === 'photo' ? 'photo' : 'clip', item, description: item.description }
}

/** Allows zooming until each photo pixel covers two screen pixels. */
function twicePixels(slide: Slide): number | undefined {
  if (!isOurs(slide)) return undefined
  const { width, height } = slide.item
  if (!width || !height) return undefined
  const scale = Math.min(1, window.innerWidth / width, window.innerHeight / height)
  return 2 / scale
}

interface PhotoProps {
  readonly item: ShownItem
  readonly offset: number
  readonly rect: ContainerRect
}

function Photo({ item, offset, rect }: PhotoProps) {
  const { url, name, width, height, sources } = item
  const picture = usePicture(sources?.large ?? (url ? [url] : []))
  if (picture.state === 'absent')
    return <Absent Icon={IconPhotoOff} words={t(sources ? 'media.photoNotHere' : 'media.noPicture')} />
  if (!picture.url) return <LoadingIcon className="yarl__icon yarl__slide_loading" />
  return (
    <ImageSlide
      key={picture.url}
      slide={{ src: picture.url, alt: name, ...(width && height && { width, height }) }}
      offset={offset}
      rect={rect}
      onError={picture.onBroken}
    />
  )
}

/** A video slide. Loads the video only while shown. */
function Clip({ item, shown }: { item: ShownItem; shown: boolean }) {
  const { url, thumbnail_url, sources } = item
  const film = usePicture(sources?.whole ?? (url ? [url] : []), shown)
  const still = usePicture(sources?.small ?? (thumbnail_url ? [thumbnail_url] : []))
  if (film.state === 'absent') {
    return (
      <Absent Icon={IconVideoOff} words={t('media.videoNotHere')}>
        {still.url && <img src={still.url} alt="" className={classes.still} onError={still.onBroken} />}
      </Absent>
    )
  }
  return (
    <video
      key={film.url}
      className={classes.clip}
      controls
      playsInline
      preload={shown ? 'metadata' : 'none'}
      aria-label={item.name}
      {...(still.url && { poster: still.url })}
    >
      {shown && film.url && (
        <source src={film.url} type={film.type ?? item.content_type} onError={film.onBroken} />
      )}
      {t('media.noVideoTag')}
    </video>
  )
}

interface AbsentProps {
  readonly Icon: typeof IconPhotoOff
  readonly words: string
  readonly children?: ReactNode
}

function Absent({ Icon, words, children }: AbsentProps) {
  return (
    <div className={classes.absent} role="status">
      {children || <Icon size={48} stroke={1.5} aria-hidden />}
      <p>{words}</p>
    </div>
  )
}
