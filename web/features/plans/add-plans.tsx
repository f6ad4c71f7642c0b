import { Alert, Button, Loader, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCamera, IconFileUpload } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { photoExtensions } from '#contract/rules/file.ts'
import { loadCamera, useShotCamera } from '#web/features/media/use-shot-camera.tsx'
import { useDropZone } from '#web/lib/files/use-drop-zone.ts'
import { t } from '#web/lib/language/translate.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { PageChooser } from './page-chooser.tsx'
import classes from './plans.module.css'
import { useAddPlans } from './use-add-plans.ts'

const accepted = ['image/*', 'application/pdf', '.pdf', ...photoExtensions.map((one) => `.${one}`)].join(',')

/** Adds pictures and PDFs by choosing or dropping them; on phones also from the camera. */
export function AddPlans({ onClose }: { onClose: () => void }) {
  const plans = useAddPlans(onClose)
  const { pdf, busy, problems } = plans
  const camera = useShotCamera({
    kind: 'photo',
    subject: t('plans.plans'),
    once: true,
    problems,
    onShot: plans.takeShot,
    onFile: (file) => plans.take([file]),
  })
  useEffect(prefetchCode, [])
  const close = () => {
    if (busy) return
    plans.closePdf()
    onClose()
  }
  return (
    <Dialog opened onClose={close} title={pdf ? t('plans.choosePages') : t('plans.add')} size="lg">
      <div aria-live="polite">
        {problems.map((problem) => (
          <Alert key={problem} color="red" mb="md" role="alert">
            {problem}
          </Alert>
        ))}
      </div>
      {busy !== '' ? (
        <p className={classes.busy} role="status">
          <Loader size="sm" /> {busy}
        </p>
      ) : pdf ? (
        <PageChooser pdf={pdf} room={plans.room} onChosen={plans.takePages} onCancel={plans.closePdf} />
      ) : (
        <Sources onPicked={plans.take} onCamera={() => void camera.open()} />
      )}
      {camera.shown}
    </Dialog>
  )
}

/** Prefetches the PDF reader and the camera; the surveyed building may have no network. */
function prefetchCode(): void {
  // Opening a PDF loads it again and reports a failure.
  import('./pdf-reader.ts').catch(() => undefined)
  // Without it, the phone's own camera is used.
  loadCamera().catch(() => undefined)
}

interface SourcesProps {
  readonly onPicked: (files: readonly File[]) => void
  readonly onCamera: () => void
}

function Sources({ onPicked, onCamera }: SourcesProps) {
  const touch = useMediaQuery('(pointer: coarse)', undefined, { getInitialValueInEffect: false })
  const files = useRef<HTMLInputElement>(null)
  const picked = (list: FileList | null) => {
    if (list && list.length > 0) onPicked([...list])
  }
  const { over, zone } = useDropZone(picked)
  return (
    <section className={classes.zone} data-over={over} aria-label={t('plans.add')} {...zone}>
      <div className={classes.zoneButtons}>
        <Button
          leftSection={<IconFileUpload size={20} aria-hidden />}
          onClick={() => files.current?.click()}
          data-autofocus
        >
          {t('plans.addPicture')}
        </Button>
        {touch && (
          <Button variant="default" leftSection={<IconCamera size={20} aria-hidden />} onClick={onCamera}>
            {t('plans.takePhoto')}
          </Button>
        )}
      </div>
      {!touch && <p className={classes.quiet}>{t('plans.dropHere')}</p>}
      <p className={classes.quiet}>{t('plans.limitsNote')}</p>
      <VisuallyHidden>
        <input
          ref={files}
          type="file"
          tabIndex={-1}
          aria-hidden
          accept={accepted}
          multiple
          onChange={({ currentTarget }) => picked(currentTarget.files)}
        />
      </VisuallyHidden>
    </section>
  )
}
