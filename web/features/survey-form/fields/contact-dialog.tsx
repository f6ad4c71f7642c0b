import { Alert, Anchor, Button, Stack, Text } from '@mantine/core'
import type { Contact } from '#contract/accounts/contacts.ts'
import { type ContactPart, partOf } from '#survey/fields/contact-part.ts'
import { shownName } from '#survey/vcard/write.ts'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { useContacts } from '#web/offline/contacts/use-contacts.ts'
import { Dialog } from '#web/ui/dialog.tsx'

interface Props {
  readonly field: string
  readonly part: ContactPart
  readonly onChosen: (contact: Contact) => void
  readonly onClose: () => void
}

/** The contacts that have a value for the field, each with that value. */
export function ContactDialog({ field, part, onChosen, onClose }: Props) {
  const { contacts, failed } = useContacts(useSession()?.userId ?? '')
  const fit = contacts?.filter(({ contact }) => partOf(contact, part) !== '')
  return (
    <Dialog opened onClose={onClose} title={t('contacts.chooseFor', { field })}>
      {failed && (
        <Alert color="red" role="alert">
          {t('contacts.notRead')}
        </Alert>
      )}
      {fit?.length === 0 && <Text mb="sm">{t('contacts.nothingFor')}</Text>}
      <Stack gap="xs">
        {fit?.map(({ id, contact }) => (
          <Button
            key={id}
            variant="default"
            h="auto"
            py="xs"
            justify="flex-start"
            styles={{ label: { whiteSpace: 'normal', textAlign: 'start', overflowWrap: 'anywhere' } }}
            onClick={() => onChosen(contact)}
          >
            {[...new Set([shownName(contact), partOf(contact, part)])].join(' · ')}
          </Button>
        ))}
      </Stack>
      <Anchor component={Link} to="/ContactList" display="inline-block" py={10} mt="sm">
        {t('contacts.toContacts')}
      </Anchor>
    </Dialog>
  )
}
