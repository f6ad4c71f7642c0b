import { Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconFileTypePdf, IconFileZip } from '@tabler/icons-react'
import { Fragment, type ReactNode, useState } from 'react'
import { guestPdfDownload, guestZip } from '#contract/sharing/guests.ts'
import { changedText } from '#survey/changed-since.ts'
import { zoneName } from '#survey/time-zone.ts'
import { downloadPdf, downloadZip } from '#web/lib/files/download-file.ts'
import { call, type Failure } from '#web/lib/http/call.ts'
import { surveyDate, zoneOf } from '#web/lib/language/format.ts'
import { t } from '#web/lib/language/translate.ts'
import { useSearchParams } from '#web/lib/page/router.tsx'
import { StateChip } from '#web/ui/state-chip.tsx'
import { FileErrorNotice } from './guest-notices.tsx'
import { GuestPlans } from './guest-plans.tsx'
import classes from './guest-screen.module.css'
import { type GuestInfo, type MenuSection, useRenewInfo } from './queries.ts'
import { SectionMenu, SectionPicker } from './section-menu.tsx'
import { SectionView } from './section-view.tsx'

interface Props {
  readonly linkId: string
  readonly info: GuestInfo
  readonly menu: readonly MenuSection[]
  readonly onExpired: () => void
}

export function GuestReport({ linkId, info, menu, onExpired }: Props) {
  const downloads = useDownloads(linkId, onExpired)
  const { index, target, open } = useOpenSection(menu)
  const section = menu[index]
  const renew = useRenewInfo(linkId)
  return (
    <>
      <GuestTop downloads={downloads} files={info.total_uploaded_files + info.plans.length} />
      <div className={classes.columns}>
        <nav className={classes.side} aria-label={t('guests.sections')}>
          <SectionMenu menu={menu} index={index} onOpen={open} />
        </nav>
        <main className={classes.main}>
          <BasicInfo info={info} />
          <GuestPlans plans={info.plans} onOpen={open} onBroken={renew} />
          <SectionPicker menu={menu} index={index} onOpen={open} />
          {section ? (
            <>
              <SectionView
                key={section.id}
                linkId={linkId}
                section={section}
                target={target}
                position={{ position: index + 1, total: menu.length }}
                onExpired={onExpired}
                onFileError={downloads.fail}
              />
              <SectionSteps index={index} total={menu.length} onStep={(to) => open(menu[to]?.id ?? '')} />
            </>
          ) : (
            <p className={classes.quiet}>{t('guests.noSections')}</p>
          )}
        </main>
      </div>
      {downloads.failure !== null && (
        <FileErrorNotice message={downloads.failure} onClose={downloads.clear} />
      )}
    </>
  )
}

/** Scroll target. `moment` distinguishes repeated presses on one entry. */
export interface Target {
  readonly partId: string | null
  readonly moment: number
}

/** Keeps the open section in the URL, so Back returns to the previous one. */
function useOpenSection(menu: readonly MenuSection[]) {
  const [params, setParams] = useSearchParams()
  const [target, setTarget] = useState<Target | null>(null)
  const wanted = menu.findIndex(({ id }) => id === params.get('section'))
  const index = Math.max(0, wanted)
  const open = (sectionId: string, partId: string | null = null) => {
    setTarget((before) => ({ partId, moment: (before?.moment ?? 0) + 1 }))
    if (sectionId !== menu[index]?.id) setParams({ section: sectionId })
  }
  return { index, target, open }
}

interface SectionStepsProps {
  readonly index: number
  readonly total: number
  readonly onStep: (index: number) => void
}

function SectionSteps({ index, total, onStep }: SectionStepsProps) {
  return (
    <div className={classes.steps}>
      <Button
        variant="default"
        leftSection={<IconChevronLeft size={20} aria-hidden />}
        disabled={index === 0}
        onClick={() => onStep(index - 1)}
      >
        {t('common.back')}
      </Button>
      <Button
        variant="default"
        rightSection={<IconChevronRight size={20} aria-hidden />}
        disabled={index >= total - 1}
        onClick={() => onStep(index + 1)}
      >
        {t('common.next')}
      </Button>
    </div>
  )
}

interface GuestTopProps {
  readonly downloads: ReturnType<typeof useDownloads>
  readonly files: number
}

function GuestTop({ downloads, files }: GuestTopProps) {
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

type Kind = 'pdf' | 'zip'

/** Gets the signed URL of the PDF or zip and downloads it. */
function useDownloads(linkId: string, onExpired: () => void) {
  const [busy, setBusy] = useState<Kind | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const start = async (kind: Kind) => {
    setBusy(kind)
    const failed = kind === 'pdf' ? await getPdf(linkId) : await getZip(linkId)
    setBusy(null)
    if (failed?.status === 410) onExpired()
    else if (failed) setFailure(failed.message)
  }
  return {
    busy,
    failure,
    fail: setFailure,
    start: (kind: Kind) => void start(kind),
    clear: () => setFailure(null),
  }
}

async function getPdf(linkId: string): Promise<Failure | null> {
  const result = await call(guestPdfDownload, { query: { guest_survey_id: linkId } })
  return result.ok ? downloadPdf(result.reply.data.url) : result
}

async function getZip(linkId: string): Promise<Failure | null> {
  const result = await call(guestZip, { query: { guest_survey_id: linkId } })
  return result.ok ? downloadZip(result.reply.data.uploaded_files_winzip) : result
}

function BasicInfo({ info }: { info: GuestInfo }) {
  return (
    <section className={classes.info} aria-label={t('guests.basicInfo')}>
      <dl className={classes.facts}>
        {factsOf(info).map(([name, value]) => (
          <div key={name}>
            <dt className={classes.factName}>{name}</dt>
            <dd className={classes.factValue}>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function factsOf(info: GuestInfo): readonly (readonly [string, ReactNode])[] {
  return [
    [t('guests.surveyName'), info.survey_name],
    [t('guests.owner'), info.owner],
    [t('guests.createdBy'), info.created_by],
    [t('guests.dateCreated'), surveyDate(info.date_created, info.time_zone)],
    [t('guests.lastEdited'), surveyDate(info.last_edited, info.time_zone)],
    [t('guests.timeZone'), zoneName(zoneOf(info.time_zone))],
    [
      t('guests.state'),
      <Fragment key="state">
        <StateChip submitted={info.status === 'Completed'} /> {changedText(info.changed_since_submission)}
      </Fragment>,
    ],
    [t('guests.photoCount'), String(info.attached_photo_files)],
    [t('guests.videoCount'), String(info.attached_video_files)],
    [t('guests.fileCount'), String(info.total_uploaded_files)],
  ]
}
