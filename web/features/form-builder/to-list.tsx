import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from 'react-router'
import { t } from '#web/lib/language/translate.ts'
import classes from './top-bar.module.css'

/** Where there is no template to show, yet or at all, the way back stands where the builder has it. */
export function ToList() {
  return (
    <header className={classes.top}>
      <Link className={classes.backInWords} to="/Templates">
        <IconArrowLeft size={22} aria-hidden />
        {t('builder.toList')}
      </Link>
    </header>
  )
}
