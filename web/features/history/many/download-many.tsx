import { Button, Group, Stack, Text } from '@mantine/core'
import { IconFileTypePdf, IconFileZip } from '@tabler/icons-react'
import { useState } from 'react'
import { reportDownload, zipDownload } from '#contract/sharing/reports.ts'
import { downloadPdf, downloadZip } from '#web/lib/files/download-file.ts'
import { call } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import type { DeviceSurvey } from '#web/offline/list/merge-list.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { FailedList } from './failed-list.tsx'
import { useEach } from './use-each.ts'

interface Props {
  surveys: readonly DeviceSurvey[]
  onClose: () => void
}

/** Downloads one file per survey, one after another. */
export function DownloadMany({ surveys, onClose }: Props) {
  const { done, busy, failed, run } = useEach()
  const [kind, setKind] = useState<'pdf' | 'zip'>('pdf')
  const count = surveys.length
  const start = (now: 'pdf' | 'zip') => {
    setKind(now)
    void run(surveys, now === 'pdf' ? downloadReport : downloadFiles)
  }
  return (
    <Dialog opened onClose={onClose} title={t('many.download')}>
      <Text mb="md">{t('many.downloadText', { count })}</Text>
      <Stack gap="sm">
        <Group gap="sm">
          <Button
            leftSection={<IconFileTypePdf size={20} aria-hidden />}
            loading={busy && kind === 'pdf'}
            disabled={busy}
            onClick={() => start('pdf')}
          >
            {t('reports.downloadPdf')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconFileZip size={20} aria-hidden />}
            loading={busy && kind === 'zip'}
            disabled={busy}
            onClick={() => start('zip')}
          >
            {t('reports.downloadZip')}
          </Button>
        </Group>
        <Text role="status" mih="1.5rem">
          {done !== null && t('many.done', { done: done - failed.length, count })}
        </Text>
        <FailedList failed={failed} />
      </Stack>
    </Dialog>
  )
}

async function downloadReport({ id }: DeviceSurvey): Promise<string | null> {
  const asked = await call(reportDownload, { params: { id } })
  const failed = asked.ok ? await downloadPdf(asked.reply.data.url) : asked
  return failed?.message ?? null
}

async function downloadFiles({ id }: DeviceSurvey): Promise<string | null> {
  const asked = await call(zipDownload, { query: { user_survey_id: id } })
  if (!asked.ok) return asked.message
  await downloadZip(asked.reply.data.uploaded_files_winzip)
  return null
}
