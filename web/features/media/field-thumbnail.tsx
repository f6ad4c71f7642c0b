import { IconCloudUp, IconPencil, IconPhoto, IconPlayerPlayFilled, IconVideo } from '@tabler/icons-react'
import { say } from '#web/lib/say.ts'
import { useNear } from '#web/lib/use-near.ts'
import { usePicture } from '#web/offline/use-picture.ts'
import classes from './field-media.module.css'
import type { FieldFile } from './shown-media.ts'

interface Props {
  readonly file: FieldFile
  readonly onOpen: () => void
  /** Absent = the description is only read. */
  readonly onEdit?: () => void
  readonly onBroken: () => void
}

/** A small picture that opens the large one, and its description that opens for editing. */
export function FieldThumbnail({ file, onOpen, onEdit, onBroken }: Props) {
  const { name, kind, description, waits } = file
  const label = say(kind === 'video' ? 'media.playVideo' : 'media.viewFull', { name })
  return (
    <li className={classes.file}>
      <button type="button" className={classes.picture} aria-label={label} onClick={onOpen}>
        <Picture file={file} onBroken={onBroken} />
        {kind === 'video' && (
          <span className={classes.play}>
            <IconPlayerPlayFilled size={18} aria-hidden />
          </span>
        )}
        {waits && (
          <span className={classes.waits} title={say('media.notOnServer')}>
            <IconCloudUp size={16} aria-hidden />
          </span>
        )}
      </button>
      {onEdit ? (
        <button
          type="button"
          className={classes.under}
          aria-label={say('media.edit', { name })}
          onClick={onEdit}
        >
          <span className={classes.caption} data-empty={description === ''}>
            {description || say('media.describe')}
          </span>
          <IconPencil size={16} aria-hidden />
        </button>
      ) : (
        <span className={classes.caption}>{description}</span>
      )}
    </li>
  )
}

function Picture({ file, onBroken }: { file: FieldFile; onBroken: () => void }) {
  const [ref, near] = useNear()
  const picture = usePicture(file.sources.small, near)
  const { state, url, remote } = picture
  if (url) {
    const failed = () => {
      picture.onBroken()
      if (remote) onBroken()
    }
    return <img ref={ref} src={url} alt="" loading="lazy" decoding="async" onError={failed} />
  }
  const Icon = file.kind === 'photo' ? IconPhoto : IconVideo
  return (
    <span ref={ref} className={classes.blank}>
      {state === 'absent' && <Icon size={28} aria-hidden />}
      {state === 'absent' && !file.waits && say('media.notHere')}
    </span>
  )
}
