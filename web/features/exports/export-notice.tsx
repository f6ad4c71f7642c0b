import { Alert, Button, Group, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { downloadExport, useExports } from './use-exports.ts'
import { watchExport } from './watched-exports.ts'

interface Props {
  account: string
  /** The export to report on. */
  id: string
}

/** Reports the progress of an export on the dashboard, and offers the file once it is done. */
export function ExportNotice({ account, id }: Props) {
  const { data } = useExports()
  const one = data?.data.find((each) => each.id === id)
  const isOver = data !== undefined && (!one || ['canceled', 'expired'].includes(one.attributes.state))
  useEffect(() => {
    if (isOver) watchExport(account, null)
  }, [account, isOver])
  const state = one?.attributes.state
  return (
    <Alert
      color={state === 'failed' ? 'red' : 'gray'}
      variant="light"
      mb="md"
      py="xs"
      withCloseButton
      closeButtonLabel={t('common.close')}
      onClose={() => watchExport(account, null)}
    >
      <Group gap="sm" mih={44}>
        <Text size="sm" role="status" style={{ flex: '1 1 12rem', overflowWrap: 'anywhere' }}>
          {!one || state === 'waiting'
            ? t('exports.noticeWaiting')
            : state === 'done'
              ? t('exports.noticeDone', { name: one.attributes.file_name ?? '' })
              : state === 'failed'
                ? one.attributes.error
                : t('exports.noticeRunning', { percent: one.attributes.progress })}
        </Text>
        {one && state === 'done' && (
          <Button
            variant="default"
            mih={44}
            leftSection={<IconDownload size={18} aria-hidden />}
            onClick={() => downloadExport(account, one)}
          >
            {t('history.download')}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
