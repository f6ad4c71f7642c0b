import { ActionIcon, Alert, Button, Group, Text } from '@mantine/core'
import { IconCircleCheck, IconRefresh, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { plainName } from '#contract/rules/file.ts'
import { inMbOrGb } from '#web/lib/language/file-size.ts'
import { t } from '#web/lib/language/translate.ts'
import { useAskBeforeLeaving } from '#web/lib/page/use-ask-before-leaving.ts'
import type { BulkFile, BulkQueue, BulkState } from '#web/offline/bulk/bulk-queue.ts'
import classes from './bulk-upload.module.css'

/** Picked files with their progress and the actions for all of them. */
export function BulkQueueList({ queue, state }: { queue: BulkQueue; state: BulkState }) {
  const { files, waitsFor, reason } = state
  const [status, setStatus] = useState('')
  const open = files.filter((file) => file.state !== 'success')
  const memoryOnly = open.filter(({ kept }) => !kept)
  // Files held only in memory are lost with the page.
  useAskBeforeLeaving(memoryOnly.length > 0)
  const done = files.length - open.length
  const failed = files.filter((file) => file.state === 'failed').length
  const mayBegin = files.some((file) => file.state === 'ready' || file.state === 'failed')
  const ended = done > 0 && open.length === 0
  const remove = (file: BulkFile) => {
    void queue.remove(file.id)
    if (file.state !== 'success') setStatus(t('bulk.removed', { name: plainName(file.name) }))
  }
  const counts = t('bulk.summary', { count: files.length, done, failed })
  return (
    <section aria-label={t('bulk.queue')} className={classes.section}>
      <div role="status">
        {files.length > 0 ? (
          <Text size="sm">{ended ? `${t('media.uploaded')} ${counts}` : counts}</Text>
        ) : (
          status && <Text size="sm">{status}</Text>
        )}
      </div>
      {waitsFor === 'network' && open.length > 0 && (
        <Alert color="gray" variant="light" role="status">
          {reason === '' ? t('bulk.offline') : `${reason} ${t('bulk.goOn')}`}
        </Alert>
      )}
      {waitsFor === 'login' && open.length > 0 && (
        <Alert color="red" variant="light" role="alert">
          {t('bulk.loginFirst')}
        </Alert>
      )}
      {memoryOnly.length > 0 && (
        <Alert color="yellow" variant="light" role="alert">
          {t('bulk.notKept', { files: memoryOnly.map(({ name }) => plainName(name)).join(', ') })}
        </Alert>
      )}
      {files.length > 0 && (
        <>
          <ul className={classes.list}>
            {files.map((file) => (
              <QueuedFile
                key={file.id}
                file={file}
                waitsFor={waitsFor}
                onAgain={() => void queue.retry(file.id)}
                onRemove={() => remove(file)}
              />
            ))}
          </ul>
          {open.length > memoryOnly.length && (
            <Text size="sm" c="dimmed">
              {t('bulk.goesOn')}
            </Text>
          )}
          <Group gap="sm">
            <Button mih={44} disabled={!mayBegin} onClick={() => void queue.submit()}>
              {t('bulk.submit')}
            </Button>
            <Button
              mih={44}
              variant="default"
              onClick={() => {
                void queue.clear()
                setStatus(t('bulk.cleared'))
              }}
            >
              {t('bulk.clearAll')}
            </Button>
          </Group>
        </>
      )}
    </section>
  )
}

interface Props {
  readonly file: BulkFile
  readonly waitsFor: BulkState['waitsFor']
  readonly onAgain: () => void
  readonly onRemove: () => void
}

/** A queued file with its progress or result, and its actions. */
function QueuedFile({ file, waitsFor, onAgain, onRemove }: Props) {
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
