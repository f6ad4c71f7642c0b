import { Alert, Button, Group, Paper, Skeleton, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { type Contact, listContacts } from '#contract/accounts/contacts.ts'
import { shownName } from '#survey/vcard/write.ts'
import { ReadFailed } from '#web/lib/http/query-client.ts'
import { t } from '#web/lib/language/translate.ts'
import { useTitle } from '#web/lib/page/title.ts'
import { useSession } from '#web/lib/session/session.ts'
import { type DeviceContact, dropContact } from '#web/offline/contacts/device-contacts.ts'
import { syncContacts } from '#web/offline/contacts/sync-contacts.ts'
import { useContacts } from '#web/offline/contacts/use-contacts.ts'
import { logError } from '#web/offline/store/journal.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { CardDialog } from './card-dialog.tsx'
import { ContactForm } from './contact-form.tsx'
import { ContactList } from './contact-list.tsx'
import { canPick } from './pick-contact.ts'
import { useContactForm } from './use-contact-form.ts'

/** The account's contacts, also available offline, with a card for each. */
export function ContactsScreen() {
  useTitle(t('contacts.title'))
  const account = useSession()?.userId ?? ''
  const { contacts, failed } = useContacts(account)
  const check = useContactsCheck(account)
  const form = useContactForm(account, contacts?.length ?? 0)
  const [shown, setShown] = useState<Contact | null>(null)
  const [leaving, setLeaving] = useState<DeviceContact | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const known = contacts?.find(({ id }) => id === form.id)
  return (
    <>
      <PageHeader title={t('contacts.title')} />
      <Stack gap="lg" maw="52rem">
        <Paper component="section" withBorder radius="lg" p="lg" aria-labelledby="contact-form">
          <Title order={2} id="contact-form" ref={heading} tabIndex={-1} mb="md">
            {known ? t('contacts.editTitle', { name: shownName(known.contact) }) : t('contacts.newTitle')}
          </Title>
          <Sources onFile={form.takeFile} onPick={form.pick}>
            {known && (
              <Button variant="default" onClick={form.startAnew}>
                {t('contacts.startAnew')}
              </Button>
            )}
          </Sources>
          {form.notice && (
            <Alert
              my="md"
              color={form.notice.bad ? 'red' : 'teal'}
              role={form.notice.bad ? 'alert' : 'status'}
            >
              {form.notice.text}
            </Alert>
          )}
          <ContactForm
            contact={form.contact}
            problems={form.problems}
            onChange={form.change}
            onPhoto={(file) => void form.takePhoto(file)}
            onSubmit={() => void form.save().then((kept) => kept && setShown(kept))}
          />
        </Paper>
        <Paper component="section" withBorder radius="lg" p="lg" aria-labelledby="contacts">
          <Title order={2} id="contacts" mb="md">
            {t('contacts.own')}
          </Title>
          {failed && (
            <Alert color="red" role="alert">
              {t('contacts.notRead')}
            </Alert>
          )}
          {contacts?.length === 0 && !check.isTold && <Unknown {...check} />}
          {contacts && (contacts.length > 0 || check.isTold) && (
            <ContactList
              contacts={contacts}
              onCard={({ contact }) => setShown(contact)}
              onEdit={(one) => {
                form.edit(one)
                heading.current?.focus()
              }}
              onRemove={setLeaving}
            />
          )}
        </Paper>
      </Stack>
      {shown && <CardDialog contact={shown} onClose={() => setShown(null)} />}
      <ConfirmDialog
        opened={form.asked !== null}
        onClose={form.goOn}
        onConfirm={form.discard}
        title={t('contacts.discardTitle')}
        text={t('contacts.discardText')}
        confirm={t('contacts.discard')}
        cancel={t('common.cancel')}
        danger
      />
      {leaving && (
        <RemoveDialog
          account={account}
          one={leaving}
          onClose={() => setLeaving(null)}
          onRemoved={() => {
            if (form.id === leaving.id) form.forget()
            setLeaving(null)
          }}
        />
      )}
    </>
  )
}

/** Shown while the device has no contacts and the server hasn't confirmed that there are none. */
function Unknown({ problem, busy, retry }: ContactsCheck) {
  if (problem === null) return <Skeleton height={44} role="status" aria-label={t('common.loading')} />
  return <ErrorState text={problem} onRetry={retry} busy={busy} />
}

interface SourcesProps {
  readonly onFile: (file: File) => void
  readonly onPick: () => void
  readonly children: ReactNode
}

function Sources({ onFile, onPick, children }: SourcesProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <Group gap="sm" mb="md">
      <Button variant="default" onClick={() => input.current?.click()}>
        {t('contacts.import')}
      </Button>
      {canPick() && (
        <Button variant="default" onClick={onPick}>
          {t('contacts.pick')}
        </Button>
      )}
      {children}
      <input
        ref={input}
        type="file"
        hidden
        accept=".vcf,text/vcard,text/x-vcard"
        aria-label={t('contacts.import')}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onFile(file)
          // Lets the user pick the same file again.
          currentTarget.value = ''
        }}
      />
    </Group>
  )
}

interface RemoveProps {
  readonly account: string
  readonly one: DeviceContact
  readonly onClose: () => void
  readonly onRemoved: () => void
}

function RemoveDialog({ account, one, onClose, onRemoved }: RemoveProps) {
  const [error, setError] = useState<string | null>(null)
  async function remove() {
    try {
      await dropContact(account, one)
    } catch (failed) {
      logError('remove contact')(failed)
      return setError(t('contacts.notKept'))
    }
    onRemoved()
    void syncContacts(account).catch(logError('contacts'))
  }
  const name = shownName(one.contact)
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() => void remove()}
      title={t('contacts.removeOf', { name })}
      text={t('contacts.removeAsk', { name })}
      confirm={t('contacts.remove')}
      cancel={t('common.cancel')}
      danger
      error={error}
    />
  )
}

interface ContactsCheck {
  /** The server replied at least once since this page opened. */
  readonly isTold: boolean
  /** Why the last read failed, or null. */
  readonly problem: string | null
  readonly busy: boolean
  readonly retry: () => void
}

/** Syncs contacts with the server; the list reads them from the device. */
function useContactsCheck(account: string): ContactsCheck {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [listContacts.name, account],
    queryFn: async () => {
      const failure = await syncContacts(account)
      if (failure) throw new ReadFailed(failure)
      return true
    },
    staleTime: 0,
    refetchOnReconnect: true,
  })
  return {
    isTold: data ?? false,
    problem: error?.message ?? null,
    busy: isFetching,
    retry: () => void refetch(),
  }
}
