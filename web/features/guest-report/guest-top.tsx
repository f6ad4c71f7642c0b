import { Button } from '@mantine/core'
import { IconFileTypePdf, IconFileZip } from '@tabler/icons-react'
import { t } from '#web/lib/language/translate.ts'
import classes from './guest-screen.module.css'
import type { useDownloads } from './use-downloads.ts'

interface Props {
  readonly downloads: ReturnType<typeof useDownloads>
  readonly files: number
}

export function GuestTop({ downloads, files }: Props) {
  return (
    <header className={classes.top}>
      <h1 className={classes.heading}>{t('guests.dashboard')}</h1>
      <div className={classes.downloads}>
        <Button
          px="sm"
          leftSection={<IconFileTypePdf size={20} aria-hidden />}
          loading={downloads.busy === 'pdf'}
          onClick={() => downloads.start('pdf')}
        >
          {t('reports.downloadPdf')}
        </Button>
        <Button
          px="sm"
          variant="default"
          leftSection={<IconFileZip size={20} aria-hidden />}
          loading={downloads.busy === 'zip'}
          disabled={files === 0}
          title={files === 0 ? t('guests.zipDisabled') : undefined}
          onClick={() => downloads.start('zip')}
        >
          {t('reports.downloadZip')}
        </Button>
      </div>
    </header>
  )
}
