import { Alert, Button, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconExternalLink, IconFileTypePdf, IconFileZip } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { mediaCounts } from '#contract/media/media.ts'
import { reading } from '#web/lib/http/query-client.ts'
import { inMb } from '#web/lib/language/file-size.ts'
import { t } from '#web/lib/language/translate.ts'
import { useSession } from '#web/lib/session/session.ts'
import { isOnlyHere } from '#web/offline/incoming/server-copy.ts'
import { watchSync } from '#web/offline/outbox/status.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import classes from './download-dialog.module.css'
import { DownloadLabel } from './download-label.tsx'
import { FileErrorDialog } from './file-error-dialog.tsx'
import { type Download, usePdfDownload, useZipDownload } from './use-download.ts'

interface Props {
  readonly surveyId: string
  readonly surveyName: string
  readonly opened: boolean
  readonly onClose: () => void
}

/** Downloads a survey's report or its uploaded files. */
export function DownloadDialog({ surveyId, surveyName, opened, onClose }: Props) {
  const narrow = useMediaQuery(`(max-width: ${limits.breakpointDialog}px)`)
  const pdf = usePdfDownload(surveyId)
  const zip = useZipDownload(surveyId)
  const unsent = useUnsent(surveyId)
  const failure = pdf.failure ?? zip.failure
  const clear = () => {
    pdf.clear()
    zip.clear()
  }
  return (
    <>
      <Dialog
        opened={opened}
        onClose={onClose}
        // While the error dialog is open, it handles Escape and focus.
        closeOnEscape={failure === null}
        trapFocus={failure === null}
        fullScreen={narrow ?? false}
        size="lg"
        title={t('reports.downloadTitle')}
      >
        <Text fw={600} mb="lg" className={classes.name}>
          {surveyName}
        </Text>
        <Stack gap="md">
          {unsent && (unsent.count > 0 || unsent.onlyHere) && (
            <Alert color="yellow" role="status">
              {unsent.onlyHere ? t('reports.onlyHere') : t('reports.notSent', { count: unsent.count })}
            </Alert>
          )}
          <PdfPart surveyId={surveyId} pdf={unsent?.onlyHere ? null : pdf} />
          {!unsent?.onlyHere && <ZipPart surveyId={surveyId} zip={zip} />}
        </Stack>
      </Dialog>
      <FileErrorDialog message={failure} onClose={clear} />
    </>
  )
}

/** Unsent changes of the survey, which the server's PDF and zip lack. null until read. */
function useUnsent(survey: string): { readonly count: number; readonly onlyHere: boolean } | null {
  const account = useSession()?.userId ?? ''
  const [unsent, setUnsent] = useState<{ count: number; onlyHere: boolean } | null>(null)
  useEffect(() => {
    let left = false
    const stop = watchSync(account, survey, (sync) => {
      if (!sync) return
      const { unsent: count } = sync
      void isOnlyHere(account, survey).then((onlyHere) => left || setUnsent({ count, onlyHere }))
    })
    return () => {
      left = true
      stop()
    }
  }, [account, survey])
  return unsent
}

/** Report actions. Without `pdf`, only the device's own report. */
function PdfPart({ surveyId, pdf }: { surveyId: string; pdf: Download | null }) {
  return (
    <section className={classes.kind} aria-label={t('reports.pdfTitle')}>
      <Kind title={t('reports.pdfTitle')} note={t('reports.pdfNote')} />
      <div className={classes.actions}>
        {pdf && (
          <Button
            leftSection={<IconFileTypePdf size={20} aria-hidden />}
            loading={pdf.busy}
            onClick={pdf.start}
          >
            <DownloadLabel words={t('reports.downloadPdf')} />
          </Button>
        )}
        <Button
          component="a"
          href={`/SaveAsPdf/${surveyId}`}
          target="_blank"
          rel="noreferrer"
          variant={pdf ? 'default' : 'filled'}
          rightSection={<IconExternalLink size={18} aria-hidden />}
        >
          {t('reports.openReport')}
          <VisuallyHidden> ({t('reports.opensInNewTab')})</VisuallyHidden>
        </Button>
      </div>
    </section>
  )
}

/** Reads the file counts on mount, when the dialog opens. */
function ZipPart({ surveyId, zip }: { surveyId: string; zip: Download }) {
  const { data, error, refetch, isFetching } = useQuery({
    ...reading(mediaCounts, { query: { user_survey_id: surveyId } }),
    staleTime: 0,
  })
  const counts = data?.uploaded_file_details
  const files = counts?.total_uploaded_files ?? 0
  const size = counts && files > 0 ? ` (${inMb(counts.total_bytes)})` : ''
  return (
    <section className={classes.kind} aria-label={t('reports.zipTitle')}>
      <Kind title={t('reports.zipTitle')} note={t('reports.zipNote')} />
      {counts ? (
        <FileCounts photos={counts.uploaded_photos} videos={counts.uploaded_videos} />
      ) : error ? (
        <ErrorState text={error.message} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <FileCountsLoading />
      )}
      <div className={classes.actions}>
        <Button
          variant="default"
          leftSection={<IconFileZip size={20} aria-hidden />}
          disabled={files === 0}
          loading={zip.busy}
          onClick={zip.start}
        >
          <DownloadLabel words={`${t('reports.downloadZip')}${size}`} />
        </Button>
      </div>
    </section>
  )
}

function Kind({ title, note }: { title: string; note: string }) {
  return (
    <div>
      <Text component="h3" fw={600} m={0}>
        {title}
      </Text>
      <Text size="sm" c="dimmed">
        {note}
      </Text>
    </div>
  )
}

function FileCounts({ photos, videos }: { photos: number; videos: number }) {
  if (photos + videos === 0) {
    return (
      <Text className={classes.counts} c="dimmed">
        {t('reports.zipEmpty')}
      </Text>
    )
  }
  const kinds = [
    photos > 0 && t('reports.photos', { count: photos }),
    videos > 0 && t('reports.videos', { count: videos }),
  ]
  return <Text className={classes.counts}>{kinds.filter(Boolean).join(', ')}</Text>
}

/** As tall as the line that replaces it. */
function FileCountsLoading() {
  return (
    <div className={classes.counts} role="status" aria-label={t('common.loading')}>
      <Skeleton height="1rem" width="9rem" />
    </div>
  )
}
