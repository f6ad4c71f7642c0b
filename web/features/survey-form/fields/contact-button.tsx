import { IconAddressBook } from '@tabler/icons-react'
import { useState } from 'react'
import { type ContactPart, partOf } from '#survey/fields/contact-part.ts'
import { t } from '#web/lib/language/translate.ts'
import { lazyPart } from '#web/lib/start/lazy-part.tsx'
import { Part } from '#web/ui/part.tsx'
import classes from './beside.module.css'

const { View: ContactDialog } = lazyPart(async () => (await import('./contact-dialog.tsx')).ContactDialog)

interface Props {
  /** The field's name. */
  readonly field: string
  readonly part: ContactPart
  readonly onChosen: (value: string) => void
}

/** Fills the field from one of the account's contacts. */
export function ContactButton({ field, part, onChosen }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <div className={classes.buttons}>
      <button
        type="button"
        className={classes.button}
        data-quiet
        aria-label={t('contacts.fillFrom', { field })}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <IconAddressBook size={20} aria-hidden />
        {t('contacts.fromContacts')}
      </button>
      {open && (
        <Part instead={<p role="alert">{t('common.network')}</p>}>
          <ContactDialog
            field={field}
            part={part}
            onChosen={(contact) => {
              onChosen(partOf(contact, part))
              setOpen(false)
            }}
            onClose={() => setOpen(false)}
          />
        </Part>
      )}
    </div>
  )
}
