import { Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconArrowLeft, IconFileDownload, IconPrinter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ReportDocument } from '#survey/report.ts'
import { t } from '#web/lib/language/translate.ts'
import { useNavigate } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { LoadingState } from '#web/ui/loading-state.tsx'
import { DownloadLabel } from './download-label.tsx'
import type { ReportPictures } from './figure-sources.ts'
import { FileErrorDialog } from './file-error-dialog.tsx'
import classes from './print-screen.module.css'
import { ReportView } from './report-view.tsx'
import { usePdfDownload } from './use-download.ts'
import { usePrinting } from './use-printing.ts'
import { LoadAllPictures } from './use-report-picture.ts'

/** A report ready to draw, from the device or the server. */
export interface ShownReport {
  readonly report: ReportDocument
  readonly pictures: ReportPictures
  readonly note?: string
}

interface Props {
  readonly surveyId: string
  /** null: still loading, or failed. */
  readonly shown: ShownReport | null
  readonly failure?: string | null
  readonly onRetry?: () => void
  /** Renews picture URLs before printing. */
  readonly freshen?: () => Promise<void>
  /** For reviewers: notes above the report, actions below it. */
  readonly review?: ReviewParts | null
}

export interface ReviewParts {
  readonly statement: ReactNode
  readonly bar: ReactNode
}

/** The report with its toolbar. */
export function ReportPage({ surveyId, shown, failure = null, onRetry, freshen, review }: Props) {
  const name = shown?.report.name ?? null
  const printing = usePrinting(name, freshen ?? asItIs)
  useTitle(name ?? t('reports.title'))
  return (
    <div className={classes.desk}>
      <PrintBar surveyId={surveyId} ready={name !== null} printing={printing} />
      {review?.statement}
      <main className={classes.sheet}>
        {shown ? (
          <LoadAllPictures value={printing.all}>
            <ReportView {...shown} />
          </LoadAllPictures>
        ) : failure === null ? (
          <ReportLoading />
        ) : (
          <ReportFailed message={failure} onRetry={() => onRetry?.()} />
        )}
      </main>
      {review?.bar}
    </div>
  )
}

async function asItIs(): Promise<void> {}

function ReportLoading() {
  return (
    <LoadingState>
      <div className={classes.waiting} role="status" aria-label={t('common.loading')}>
        <Skeleton height={18} width="30%" />
        <Skeleton height={42} width="75%" mt="md" />
        <Skeleton height={130} mt="xl" />
        {[60, 80, 70, 75, 65].map((width) => (
          <Skeleton key={width} height={20} width={`${width}%`} mt="lg" />
        ))}
      </div>
    </LoadingState>
  )
}

function ReportFailed({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <Stack className={classes.waiting} align="flex-start" role="alert">
      <Title order={1}>{t('reports.loadFailed')}</Title>
      <Text>{message === t('common.network') ? t('form.notOnDevice') : message}</Text>
      <Button onClick={onRetry}>{t('common.retry')}</Button>
    </Stack>
  )
}

interface PrintBarProps {
  readonly surveyId: string
  /** The report is loaded. */
  readonly ready: boolean
  readonly printing: ReturnType<typeof usePrinting>
}

/** The toolbar; hidden in print. */
function PrintBar({ surveyId, ready, printing }: PrintBarProps) {
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
