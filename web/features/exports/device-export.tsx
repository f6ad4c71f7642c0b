import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconFileDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { handOver } from '#web/lib/http/download.ts'
import { t } from '#web/lib/language/translate.ts'
import { logError } from '#web/offline/store/journal.ts'
import { makeDeviceExport } from './device-csv.ts'
import type { ExportScope } from './export-scope.ts'

/** Without the network: CSV of the surveys on this device, unsent changes included. */
export function DeviceExport({ account, scope }: { account: string; scope: ExportScope }) {
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const here = scope.surveys.filter((survey) => survey.here)
  async function save() {
    setBusy(true)
    setFailed(false)
    try {
      const { name, file } = await makeDeviceExport(account, here)
      handOver(file, name)
    } catch (error) {
      logError('export from this device')(error)
      setFailed(true)
    }
    setBusy(false)
  }
  return (
    <Stack gap="sm">
      <Alert color="gray" role="status" title={t('exports.offline')}>
        <Text size="sm">{t('exports.offlineText', { count: here.length, all: scope.surveys.length })}</Text>
      </Alert>
      <div role="alert">{failed && <Alert color="red">{t('common.somethingWrong')}</Alert>}</div>
      <Group justify="flex-end">
        <Button
          leftSection={<IconFileDownload size={18} aria-hidden />}
          loading={busy}
          disabled={here.length === 0}
          onClick={() => void save()}
        >
          {t('exports.deviceCsv')}
        </Button>
      </Group>
    </Stack>
  )
}
