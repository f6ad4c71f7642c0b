import { ActionIcon, TextInput } from '@mantine/core'
import { IconCircleCheck, IconPhoto, IconRotateClockwise, IconVideo, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { limits } from '#contract/limits.ts'
import { plainName } from '#contract/rules/file.ts'
import { t } from '#web/lib/language/translate.ts'
import type { PictureSource } from '#web/offline/pictures/read-picture.ts'
import { usePicture } from '#web/offline/pictures/use-picture.ts'
import { DictationField } from '#web/ui/dictation-field.tsx'
import { megabytes } from './check-picked.ts'
import classes from './upload-queue.module.css'

interface Props {
  readonly file: { readonly name: string; readonly size: number; readonly kind: 'photo' | 'video' }
  /** Where to load the picture from. */
  readonly sources: readonly PictureSource[]
  readonly text: string
  readonly percent: number
  readonly refused?: boolean
  readonly done?: boolean
  readonly description: string
  readonly onDescribe: (text: string) => void
  /** Called on blur. */
  readonly onDescribed?: () => void
  readonly onRemove: () => void
  /** Absent for videos and for photos that were sent. */
  readonly onTurn?: () => void
}

/** A file in the queue: progress, picture, description, and a remove button while possible. */
export function QueueRow(props: Props) {
  const { file, text, percent, refused = false, done = false } = props
  const input = useRef<HTMLInputElement>(null)
  const name = plainName(file.name)
  const label = t('media.describeFile', { name })
  return (
    <li className={classes.row}>
      <QueuePicture sources={props.sources} kind={file.kind} />
      <div className={classes.words}>
        <bdi className={classes.name} title={name}>
          {name}
        </bdi>
        <span className={classes.facts} data-refused={refused}>
          {megabytes(file.size)} · {text}
        </span>
        <span className={classes.track} aria-hidden>
          <span className={classes.fill} style={{ transform: `scaleX(${percent / 100})` }} />
        </span>
      </div>
      <div className={classes.acts}>
        {props.onTurn && (
          <ActionIcon
            color="gray"
            size={44}
            aria-label={t('media.turnFile', { name })}
            title={t('media.turn')}
            onClick={props.onTurn}
          >
            <IconRotateClockwise size={20} aria-hidden />
          </ActionIcon>
        )}
        {done ? (
          <IconCircleCheck size={24} className={classes.done ?? ''} aria-hidden />
        ) : (
          <ActionIcon
            color="gray"
            size={44}
            aria-label={t('media.removeFile', { name })}
            onClick={props.onRemove}
          >
            <IconX size={20} aria-hidden />
          </ActionIcon>
        )}
      </div>
      <div className={classes.description}>
        <DictationField name={label} input={input} onLate={(add) => props.onDescribe(add(props.description))}>
          <TextInput
            ref={input}
            aria-label={label}
            placeholder={t('media.describe')}
            value={props.description}
            maxLength={limits.descriptionMax}
            onChange={({ currentTarget }) => props.onDescribe(currentTarget.value)}
            onBlur={() => props.onDescribed?.()}
          />
        </DictationField>
      </div>
    </li>
  )
}

interface QueuePictureProps {
  readonly sources: readonly PictureSource[]
  readonly kind: 'photo' | 'video'
}

/** The file's picture, or an icon of its kind until there is one. Decorative: the name is beside it. */
function QueuePicture({ sources, kind }: QueuePictureProps) {
  const { url, onBroken } = usePicture(sources)
  const Icon = kind === 'photo' ? IconPhoto : IconVideo
  return (
    <span className={classes.picture}>
      {url === null ? (
        <Icon size={28} aria-hidden />
      ) : (
        <img src={url} alt="" decoding="async" onError={onBroken} />
      )}
    </span>
  )
}
