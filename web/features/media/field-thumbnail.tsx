import { IconCloudUp, IconPencil, IconPhoto, IconPlayerPlayFilled, IconVideo } from '@tabler/icons-react'
import { useState } from 'react'
import { say } from '#web/lib/say.ts'
import classes from './field-media.module.css'
import { useLocalAddress } from './local-address.ts'
import type { FieldFile } from './shown-media.ts'

interface Props {
  readonly file: FieldFile
  readonly onOpen: () => void
  readonly onEdit: () => void
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
    </li>
  )
}

function Picture({ file, onBroken }: { file: FieldFile; onBroken: () => void }) {
  const local = useLocalAddress(file.local)
  const [broken, setBroken] = useState<string | null>(null)
  const source = local ?? file.thumbnail_url ?? (file.kind === 'photo' && !file.waits ? file.url : null)
  if (!source || source === broken) {
    const Icon = file.kind === 'photo' ? IconPhoto : IconVideo
    return <Icon size={28} aria-hidden />
  }
  const failed = () => {
    setBroken(source)
    if (!local) onBroken()
  }
  return <img src={source} alt="" loading="lazy" decoding="async" onError={failed} />
}
