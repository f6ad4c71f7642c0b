import { Button } from '@mantine/core'
import { IconArrowLeft, IconFileDownload, IconPrinter } from '@tabler/icons-react'
import { t } from '#web/lib/language/translate.ts'
import { useNavigate } from '#web/lib/page/router.tsx'
import { DownloadLabel } from './download-label.tsx'
import { FileErrorDialog } from './file-error-dialog.tsx'
import classes from './print-screen.module.css'
import { usePdfDownload } from './use-download.ts'
import type { usePrinting } from './use-printing.ts'

interface Props {
  readonly surveyId: string
  /** The report is loaded. */
  readonly ready: boolean
  readonly printing: ReturnType<typeof usePrinting>
}

/** The toolbar; hidden in print. */
export function PrintBar({ surveyId, ready, printing }: Props) {
  const { print, progress } = printing
  const pdf = usePdfDownload(surveyId)
  return (
    <header className={classes.bar}>
      <BackButton />
      <div className={classes.actions}>
        <span role="status" className={classes.progress}>
          {progress ? t('reports.preparingPhotos', progress) : ''}
        </span>
        <Button
          px="sm"
          variant="default"
          leftSection={<IconFileDownload size={20} aria-hidden />}
          loading={pdf.busy}
          onClick={pdf.start}
        >
          <DownloadLabel words={t('reports.downloadPdf')} />
        </Button>
        <Button
          px="sm"
          leftSection={<IconPrinter size={20} aria-hidden />}
          disabled={!ready}
          loading={progress !== null}
          onClick={print}
        >
          {t('reports.print')}
        </Button>
      </div>
      <FileErrorDialog message={pdf.failure} onClose={pdf.clear} />
    </header>
  )
}

/** Back; hidden in a new tab, where there is no previous page. */
function BackButton() {
  const navigate = useNavigate()
  if (!hasPreviousPage(window.history.state)) return null
  return (
    <Button
      variant="subtle"
      color="gray"
      leftSection={<IconArrowLeft size={20} aria-hidden />}
      onClick={() => navigate(-1)}
    >
      {t('common.back')}
    </Button>
  )
}

/** Reads the router's index of the history entry, which starts at 0. */
function hasPreviousPage(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) > 0
}
