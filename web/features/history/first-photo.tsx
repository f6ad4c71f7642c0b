import { useNearViewport } from '#web/lib/page/use-near-viewport.ts'
import { useSession } from '#web/lib/session/session.ts'
import type { DeviceSurvey } from '#web/offline/list/merge-list.ts'
import { drawnKey } from '#web/offline/pictures/picture-key.ts'
import { usePicture } from '#web/offline/pictures/use-picture.ts'
import classes from './survey-cards.module.css'

/** The survey's first photo, from the device or else the server. Decorative: hidden from screen readers. */
export function FirstPhoto({ survey }: { survey: DeviceSurvey }) {
  const account = useSession()?.userId ?? ''
  const photo = survey.attributes.first_photo
  const [ref, near] = useNearViewport()
  const id = photo ? drawnKey(photo.id, photo.drawn_at) : ''
  const picture = usePicture(
    photo
      ? [
          { account, store: 'pictures', id },
          ...(photo.thumbnail_url && navigator.onLine ? [photo.thumbnail_url] : []),
        ]
      : [],
    near,
  )
  if (picture.state === 'absent') return null
  return (
    <span ref={ref} className={classes.photo} aria-hidden>
      {picture.url && (
        <img src={picture.url} alt="" loading="lazy" decoding="async" onError={picture.onBroken} />
      )}
    </span>
  )
}
