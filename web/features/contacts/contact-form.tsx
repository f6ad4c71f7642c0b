import { Button, Group, NativeSelect, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useRef } from 'react'
import type { Contact } from '#contract/accounts/contacts.ts'
import { limits } from '#contract/limits.ts'
import type { MessageKey } from '#contract/messages/catalogue.ts'
import { shownName } from '#survey/vcard/write.ts'
import { t } from '#web/lib/language/translate.ts'
import { markInvalid } from '#web/lib/page/mark-invalid.ts'
import { DayInput } from '#web/ui/day-input.tsx'
import classes from './contacts.module.css'
import type { Problems } from './new-contact.ts'

interface Props {
  readonly contact: Contact
  readonly problems: Problems
  readonly onChange: (parts: Partial<Contact>) => void
  readonly onPhoto: (file: File) => void
  readonly onSubmit: () => void
}

type Line = Exclude<keyof Contact, 'gender' | 'photo' | 'note' | 'birthday'>

const lines: readonly (readonly [Line, MessageKey, 'text' | 'tel' | 'email' | 'url'])[] = [
  ['firstName', 'contacts.firstName', 'text'],
  ['middleName', 'contacts.middleName', 'text'],
  ['lastName', 'contacts.lastName', 'text'],
  ['organization', 'contacts.organization', 'text'],
  ['contactNumber', 'contacts.contactNumber', 'tel'],
  ['email', 'contacts.email', 'email'],
  ['title', 'contacts.jobTitle', 'text'],
  ['websiteUrl', 'contacts.websiteUrl', 'url'],
]

export function ContactForm({ contact, problems, onChange, onPhoto, onSubmit }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const error = (name: keyof Contact) => {
    const problem = problems[name]
    return problem ? { error: t(problem) } : {}
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    markInvalid(form.current, onSubmit)
  }
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        {lines.map(([name, label, kind]) => (
          <TextInput
            key={name}
            label={t(label)}
            name={name}
            inputMode={kind}
            autoComplete="off"
            maxLength={limits.contactLineMax}
            value={contact[name]}
            onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
            {...error(name)}
          />
        ))}
        <DayInput
          label={t('contacts.birthday')}
          value={contact.birthday}
          onChange={({ currentTarget }) => onChange({ birthday: currentTarget.value })}
          {...error('birthday')}
        />
        <NativeSelect
          label={t('contacts.gender')}
          value={contact.gender}
          onChange={({ currentTarget: { value } }) =>
            onChange({ gender: value === 'true' || value === 'false' ? value : '' })
          }
          data={[
            { value: '', label: t('contacts.genderNone') },
            { value: 'true', label: t('contacts.male') },
            { value: 'false', label: t('contacts.female') },
          ]}
        />
      </SimpleGrid>
      <Textarea
        mt="md"
        label={t('contacts.note')}
        autosize
        minRows={2}
        maxLength={limits.contactNoteMax}
        value={contact.note}
        onChange={({ currentTarget }) => onChange({ note: currentTarget.value })}
        {...error('note')}
      />
      <PhotoPart contact={contact} onChange={onChange} onPhoto={onPhoto} />
      <Button type="submit" mt="lg">
        {t('contacts.generate')}
      </Button>
    </form>
  )
}

function PhotoPart({ contact, onChange, onPhoto }: Pick<Props, 'contact' | 'onChange' | 'onPhoto'>) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <Group gap="sm" mt="md">
      {contact.photo && (
        <img
          className={classes.photo}
          src={contact.photo}
          alt={t('contacts.photoOf', { name: shownName(contact) || t('contacts.newTitle') })}
        />
      )}
      <Button variant="default" onClick={() => input.current?.click()}>
        {t('contacts.choosePhoto')}
      </Button>
      {contact.photo && (
        <Button variant="subtle" onClick={() => onChange({ photo: '' })}>
          {t('contacts.removePhoto')}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*"
        aria-label={t('contacts.photo')}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onPhoto(file)
          // Lets the user pick the same file again.
          currentTarget.value = ''
        }}
      />
    </Group>
  )
}
