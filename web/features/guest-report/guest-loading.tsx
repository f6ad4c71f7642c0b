import { Skeleton } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import classes from './guest-screen.module.css'

export function GuestLoading() {
  return (
    <main>
      <header className={classes.top}>
        <h1 className={classes.heading}>{t('guests.dashboard')}</h1>
      </header>
      <div className={classes.columns} role="status" aria-label={t('guests.loading')}>
        <div className={classes.side}>
          {[75, 60, 85, 70, 55].map((width) => (
            <Skeleton key={width} height="1.25rem" width={`${width}%`} my="md" />
          ))}
        </div>
        <div className={classes.main}>
          <Skeleton height="11rem" mb="xl" />
          <SectionLoading />
        </div>
      </div>
    </main>
  )
}

export function SectionLoading() {
  return (
    <div role="status" aria-label={t('common.loading')}>
      <Skeleton height="1.75rem" width="45%" mb="xl" />
      {[40, 55, 35, 60].map((width) => (
        <div key={width} className={classes.row}>
          <Skeleton height="1.25rem" width="60%" />
          <Skeleton height="1.25rem" width={`${width}%`} />
        </div>
      ))}
    </div>
  )
}
