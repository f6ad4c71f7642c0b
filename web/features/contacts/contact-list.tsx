import { Button, Group, Text, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { shownName } from '#survey/vcard/write.ts'
import { t } from '#web/lib/language/translate.ts'
import type { DeviceContact } from '#web/offline/contacts/device-contacts.ts'
import { SyncMark } from '#web/ui/sync-mark.tsx'
import classes from './contacts.module.css'

interface Props {
  readonly contacts: readonly DeviceContact[]
  readonly onCard: (one: DeviceContact) => void
  readonly onEdit: (one: DeviceContact) => void
  readonly onRemove: (one: DeviceContact) => void
}

export function ContactList({ contacts, onCard, onEdit, onRemove }: Props) {
  if (contacts.length === 0) return <Text>{t('contacts.none')}</Text>
  return (
    <ul className={classes.list}>
      {contacts.map((one) => {
        const name = shownName(one.contact)
        return (
          <li key={one.id} className={classes.row}>
            {one.contact.photo && <img className={classes.photo} src={one.contact.photo} alt="" />}
            <div className={classes.words}>
              {/* A separate line would disappear after sending and move the buttons below. */}
              <Group gap="xs" wrap="nowrap">
                <Text fw={600}>{name}</Text>
                <SyncMark state={one.waits ? 'on this device' : 'on the server'} />
              </Group>
              <p className={classes.quiet}>{detailsOf(one)}</p>
              {one.problem && (
                <p className={classes.quiet}>{t('contacts.refused', { problem: one.problem })}</p>
              )}
            </div>
            <Group gap="xs">
              <RowButton spoken={t('contacts.cardOf', { name })} onClick={() => onCard(one)}>
                {t('contacts.card')}
              </RowButton>
              <RowButton spoken={t('contacts.editOf', { name })} onClick={() => onEdit(one)}>
                {t('contacts.edit')}
              </RowButton>
              <RowButton spoken={t('contacts.removeOf', { name })} onClick={() => onRemove(one)}>
                {t('contacts.remove')}
              </RowButton>
            </Group>
          </li>
        )
      })}
    </ul>
  )
}

function RowButton(props: { spoken: string; children: ReactNode; onClick: () => void }) {
  return (
    <Button variant="default" onClick={props.onClick}>
      <span aria-hidden>{props.children}</span>
      <VisuallyHidden>{props.spoken}</VisuallyHidden>
    </Button>
  )
}

function detailsOf({ contact }: DeviceContact): string {
  const { title, organization, contactNumber } = contact
  const isPerson = shownName(contact) !== organization
  return [title, isPerson ? organization : '', contactNumber].filter((part) => part !== '').join(' · ')
}
