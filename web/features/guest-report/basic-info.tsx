import type { ReactNode } from 'react'
import { zoneName } from '#survey/zoned.ts'
import { surveyDate, zoneOf } from '#web/lib/format.ts'
import { say } from '#web/lib/say.ts'
import { StateChip } from '#web/ui/state-chip.tsx'
import classes from './guest-screen.module.css'
import type { GuestInfo } from './queries.ts'

export function BasicInfo({ info }: { info: GuestInfo }) {
  return (
    <section className={classes.info} aria-label={say('guests.basicInfo')}>
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
    [say('guests.surveyName'), info.survey_name],
    [say('guests.owner'), info.owner],
    [say('guests.createdBy'), info.created_by],
    [say('guests.dateCreated'), surveyDate(info.date_created, info.time_zone)],
    [say('guests.lastEdited'), surveyDate(info.last_edited, info.time_zone)],
    [say('guests.timeZone'), zoneName(zoneOf(info.time_zone))],
    [say('guests.state'), <StateChip key="state" submitted={info.status === 'Completed'} />],
    [say('guests.photoCount'), String(info.attached_photo_files)],
    [say('guests.videoCount'), String(info.attached_video_files)],
    [say('guests.fileCount'), String(info.total_uploaded_files)],
  ]
}
