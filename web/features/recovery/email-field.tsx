import { TextInput } from '@mantine/core'
import type { Ref } from 'react'
import { t } from '#web/lib/language/translate.ts'
import type { EmailFault } from './check-email.ts'

interface Props {
  value: string
  onChange: (email: string) => void
  /** The form's check; `refused` is the server's message. */
  fault: EmailFault | null
  refused?: string | undefined
  ref?: Ref<HTMLInputElement>
}

export function EmailField({ value, onChange, fault, refused, ref }: Props) {
  const unusual = fault === 'unusual'
  const words = fault && t(unusual ? 'recovery.emailInvalid' : fault)
  return (
    <TextInput
      label={t('accounts.email')}
      type="email"
      name="email"
      autoComplete="username"
      autoCapitalize="none"
      inputMode="email"
      value={value}
      ref={ref}
      error={words ?? refused}
      description={unusual ? t('recovery.unusualEnding') : undefined}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
