import { Fragment, type ReactNode } from 'react'
import { changedText } from '#survey/changed-since.ts'
import { zoneName } from '#survey/time-zone.ts'
import { surveyDate, zoneOf } from '#web/lib/language/format.ts'
import { t } from '#web/lib/language/translate.ts'
import { StateChip } from '#web/ui/state-chip.tsx'
import classes from './guest-screen.module.css'
import type { GuestInfo } from './queries.ts'

export function BasicInfo({ info }: { info: GuestInfo }) {
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
