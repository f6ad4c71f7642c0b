import { ActionIcon } from '@mantine/core'
import { IconCircleCheck, IconPhoto, IconVideo, IconX } from '@tabler/icons-react'
import { say } from '#web/lib/say.ts'
import { megabytes, speedText } from './check-picked.ts'
import classes from './upload-queue.module.css'
import type { UploadRow, Uploads } from './use-uploads.ts'

/** The files of this choice and how far each is. */
export function UploadQueue({ uploads }: { uploads: Uploads }) {
  const { rows, notice, remove } = uploads
  return (
    <>
      {rows.length > 0 && (
        <ul className={classes.queue} aria-label={say('media.queue')}>
          {rows.map((row) => (
            <QueueRow key={row.file.id} row={row} onRemove={() => remove(row.file)} />
          ))}
        </ul>
      )}
      <p className={classes.notice} role="status">
        {uploads.allDone ? say('media.uploaded') : notice}
      </p>
    </>
  )
}

function QueueRow({ row, onRemove }: { row: UploadRow; onRemove: () => void }) {
  const { file, state, percent } = row
  const Icon = file.kind === 'photo' ? IconPhoto : IconVideo
  return (
    <li className={classes.row}>
      <Icon size={22} aria-hidden className={classes.kind ?? ''} />
      <div className={classes.words}>
        <span className={classes.name}>{file.name}</span>
        <span className={classes.facts} data-refused={state === 'refused'}>
          {megabytes(file.size)} · {stateText(row)}
        </span>
        <span className={classes.track} aria-hidden>
          <span className={classes.fill} style={{ transform: `scaleX(${percent / 100})` }} />
        </span>
      </div>
      {state === 'done' ? (
        <IconCircleCheck size={24} className={classes.done ?? ''} aria-hidden />
      ) : (
        <ActionIcon color="gray" aria-label={say('media.removeFile', { name: file.name })} onClick={onRemove}>
          <IconX size={20} aria-hidden />
        </ActionIcon>
      )}
    </li>
  )
}

function stateText({ state, percent, speed, problem }: UploadRow): string {
  switch (state) {
    case 'preparing':
      return say('media.preparing')
    case 'waiting':
      return say('media.onDevice')
    case 'sending':
      return speed > 0
        ? say('media.progress', { percent, speed: speedText(speed) })
        : say('media.percent', { percent })
    case 'done':
      return say('media.percent', { percent: 100 })
    case 'refused':
      return problem
  }
}
