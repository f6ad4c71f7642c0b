import { Button, Group, Progress, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import type { ExportRecord } from '#contract/surveys/exports.ts'
import { inMbOrGb } from '#web/lib/language/file-size.ts'
import { shortTime } from '#web/lib/language/format-time.ts'
import { t } from '#web/lib/language/translate.ts'
import { useSession } from '#web/lib/session/session.ts'
import classes from './export-dialog.module.css'
import { formatTexts } from './export-options.ts'
import { downloadExport, isUnfinished, removeExport } from './use-exports.ts'

/** The account's exports of the last day: progress, download, cancel and delete. */
export function ExportList({ exports }: { exports: readonly ExportRecord[] }) {
  if (exports.length === 0) return null
  return (
    <section aria-label={t('exports.recent')}>
      <Title order={3} size="h5" mb="xs">
        {t('exports.recent')}
      </Title>
      <ul className={classes.list}>
        {exports.map((one) => (
          <ExportRow key={one.id} one={one} />
        ))}
      </ul>
    </section>
  )
}

function ExportRow({ one }: { one: ExportRecord }) {
  const account = useSession()?.userId ?? ''
  const [error, setError] = useState<string | null>(null)
  const { state, error: failure } = one.attributes
  const name = nameOf(one)
  const remove = async () => setError(await removeExport(one.id))
  return (
    <li className={classes.row} data-state={state}>
      <div className={classes.words}>
        <bdi className={classes.name}>{name}</bdi>
        {state === 'failed' ? (
          <Text className={classes.failed ?? ''}>{failure}</Text>
        ) : (
          <span className={classes.facts}>{factsOf(one)}</span>
        )}
        {state === 'running' && (
          <Progress size="sm" value={one.attributes.progress} aria-label={t('exports.progress', { name })} />
        )}
        <div role="alert">{error && <Text className={classes.failed ?? ''}>{error}</Text>}</div>
      </div>
      <Group gap="xs">
        {state === 'done' && (
          <Button
            variant="default"
            mih={44}
            leftSection={<IconDownload size={18} aria-hidden />}
            aria-label={t('exports.downloadOf', { name })}
            onClick={() => downloadExport(account, one)}
          >
            {t('history.download')}
          </Button>
        )}
        <Button
          variant="subtle"
          {...(!isUnfinished(one) && { color: 'red' })}
          mih={44}
          aria-label={t(isUnfinished(one) ? 'exports.cancelOf' : 'exports.deleteOf', { name })}
          onClick={() => void remove()}
        >
          {t(isUnfinished(one) ? 'common.cancel' : 'history.delete')}
        </Button>
      </Group>
    </li>
  )
}

function nameOf({ attributes: { file_name, format, created_at } }: ExportRecord): string {
  return file_name ?? t('exports.unnamed', { format: t(formatTexts[format]), time: shortTime(created_at) })
}

function factsOf({ attributes: a }: ExportRecord): string {
  switch (a.state) {
    case 'waiting':
      return t('exports.waiting')
    case 'running':
      return t('exports.running', { percent: a.progress })
    case 'done':
      return [
        t('history.count', { count: a.surveys ?? 0 }),
        inMbOrGb(a.byte_size ?? 0),
        t('exports.until', { time: shortTime(a.expires_at ?? '') }),
      ].join(' · ')
    case 'canceled':
      return t('exports.canceled')
    default:
      return t('exports.expired')
  }
}
