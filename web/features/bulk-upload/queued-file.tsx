import { ActionIcon } from '@mantine/core'
import { IconCircleCheck, IconRefresh, IconX } from '@tabler/icons-react'
import { plainName } from '#contract/rules/file.ts'
import { inMbOrGb } from '#web/lib/language/file-size.ts'
import { t } from '#web/lib/language/translate.ts'
import type { BulkFile, BulkState } from '#web/offline/bulk/bulk-queue.ts'
import classes from './bulk-upload.module.css'

interface Props {
  readonly file: BulkFile
  readonly waitsFor: BulkState['waitsFor']
  readonly onAgain: () => void
  readonly onRemove: () => void
}

/** A queued file with its progress or result, and its actions. */
export function QueuedFile({ file, waitsFor, onAgain, onRemove }: Props) {
  const { state, percent, size } = file
  const name = plainName(file.name)
  return (
    <li className={classes.row} data-state={state}>
      <div className={classes.words}>
        <bdi className={classes.name} title={name}>
          {name}
        </bdi>
        <span className={classes.facts}>
          {inMbOrGb(size)} · {stateText(file, waitsFor)}
        </span>
        {state === 'uploading' && (
          <span
            className={classes.track}
            role="progressbar"
            aria-label={name}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={percent}
          >
            <span className={classes.fill} style={{ transform: `scaleX(${percent / 100})` }} />
          </span>
        )}
      </div>
      {state === 'success' && <IconCircleCheck size={24} className={classes.done ?? ''} aria-hidden />}
      {state === 'failed' && (
        <ActionIcon size={44} variant="default" aria-label={t('bulk.again', { name })} onClick={onAgain}>
          <IconRefresh size={20} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon size={44} color="gray" aria-label={t('bulk.remove', { name })} onClick={onRemove}>
        <IconX size={20} aria-hidden />
      </ActionIcon>
    </li>
  )
}

function stateText({ state, percent, problem }: BulkFile, waitsFor: BulkState['waitsFor']): string {
  if (state === 'ready') return t('bulk.ready')
  if (state === 'waiting') return t(waitsFor === 'network' ? 'bulk.waitsForNetwork' : 'bulk.waiting')
  if (state === 'uploading') return t('bulk.uploading', { percent: String(percent) })
  if (state === 'success') return t('bulk.uploaded')
  return problem ?? t('bulk.failed')
}
