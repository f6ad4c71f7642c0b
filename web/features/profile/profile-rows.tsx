import { Paper, Text } from '@mantine/core'
import { IconChevronRight, IconLogout, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { type Account, mayChangePassword, mayChangePhone } from './fields.ts'
import classes from './profile.module.css'

/** The narrow profile: a row for each part, linked to its screen. */
export function ProfileRows({ account }: { account: Account }) {
  const [deleting, setDeleting] = useState(false)
  const none = t('accounts.notGiven')
  const phone = account.full_phone_number || none
  return (
    <Paper withBorder radius="lg" style={{ overflow: 'hidden' }}>
      <ul className={classes.rows}>
        <Row
          to="/profile/name"
          what={t('profile.nameTitle')}
          value={`${account.first_name} ${account.last_name}`}
        />
        {mayChangePhone(account) ? (
          <Row to="/profile/phone" what={t('profile.phoneTitle')} value={phone} />
        ) : (
          <Row what={t('profile.phoneTitle')} value={phone} />
        )}
        <Row to="/profile/company" what={t('profile.companyTitle')} value={account.company_name || none} />
        <Row what={t('accounts.email')} value={account.email || none} />
        {mayChangePassword(account) && (
          <Row to="/profile/ChangePasswordMobileScreen" what={t('accounts.password')} value="••••••••" />
        )}
        <li>
          <Link to="/profile/logout" className={classes.row}>
            <IconLogout size={20} stroke={1.75} aria-hidden />
            <span className={classes.what}>{t('accounts.logoutButton')}</span>
          </Link>
        </li>
        <li>
          <Text
            component="button"
            type="button"
            c="var(--mantine-color-error)"
            className={classes.row ?? ''}
            onClick={() => setDeleting(true)}
          >
            <IconTrash size={20} stroke={1.75} aria-hidden />
            <span className={classes.what}>{t('profile.deleteButton')}</span>
          </Text>
        </li>
      </ul>
      {deleting && <DeleteDialog onClose={() => setDeleting(false)} />}
    </Paper>
  )
}

function Row({ what, value, to }: { what: string; value: string; to?: string }) {
  const text = (
    <span className={classes.what}>
      <span>{what}</span>
      <br />
      <span className={classes.value}>{value}</span>
    </span>
  )
  if (!to)
    return (
      <li>
        <div className={classes.row}>{text}</div>
      </li>
    )
  return (
    <li>
      <Link to={to} className={classes.row}>
        {text}
        <IconChevronRight size={20} aria-hidden />
      </Link>
    </li>
  )
}
