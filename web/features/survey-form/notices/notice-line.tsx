import { UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconChevronDown, IconChevronUp, IconInfoCircle } from '@tabler/icons-react'
import { use } from 'react'
import { t } from '#web/lib/language/translate.ts'
import classes from './notice-line.module.css'
import { type NoticeKind, NoticesContext, noticeKinds } from './use-notice.ts'

const quiet: ReadonlySet<NoticeKind> = new Set(['viewer', 'recovered', 'review'])

/** One line below the form's header while the notices are scrolled away. A press opens them. */
export function NoticeLine() {
  const notices = use(NoticesContext)
  const kind = noticeKinds.find((one) => notices?.shown.has(one))
  if (!notices?.isAway || !kind) return null
  const { shown, isOpen, id, toggle } = notices
  const first = shown.get(kind) ?? ''
  const Icon = quiet.has(kind) ? IconInfoCircle : IconAlertTriangle
  const Chevron = isOpen ? IconChevronUp : IconChevronDown
  return (
    <UnstyledButton
      className={classes.line}
      data-kind={kind}
      data-notices
      aria-expanded={isOpen}
      aria-controls={id}
      onClick={toggle}
    >
      <Icon size={16} aria-hidden className={classes.icon} />
      <span className={classes.words}>
        {shown.size > 1 ? t('form.noticesMore', { first, count: shown.size - 1 }) : first}
      </span>
      <Chevron size={16} aria-hidden className={classes.icon} />
    </UnstyledButton>
  )
}
